import { generic, type Language, list } from './language.ts'

export const russian: Language = {
  code: 'ru',
  starts: list(`Vol|Вол Ne|Не Bel|Бел Kras|Крас Zor|Зор Mir|Мир Lad|Лад Ros|Рос Ser|Сер Dob|Доб Yar|Яр Per|Пер Sev|Сев
    Kam|Кам Ore|Оре Sla|Сла`),
  middles: list('o|о ra|ра ni|ни la|ла mo|мо ve|ве ta|та go|го li|ли da|да no|но'),
  ends: list('va|ва nka|нка gorsk|горск nevo|нево slav|слав rod|род viya|вия lesye|лесье bor|бор nitsa|ница may|май'),
  localSpace: ' ',
  generics: {
    hotel: generic('Hotel|Гостиница Hotel|Отель Hotel|Гостиница Park_Hotel|Парк-отель', 80, 8, 12),
    apartment: generic('Apartments|Апартаменты', 85, 5, 10),
    guesthouse: generic('Guest_House|Гостевой_дом Mini-Hotel|Мини-отель', 90, 2, 8),
    hostel: generic('Hostel|Хостел', 85, 10, 5),
    campsite: generic('Camping|Кемпинг', 92, 0, 8),
    apartment_hotel: generic('Apart-Hotel|Апарт-отель', 88, 2, 10),
    motel: generic('Motel|Мотель', 88, 2, 10),
    resort: generic('Sanatorium|Санаторий', 85, 5, 10),
    holiday_village: generic('Recreation_Base|База_отдыха', 88, 2, 10),
    lodge: generic('Turbaza|Турбаза', 88, 2, 10),
    villa: generic('Villa|Вилла', 85, 5, 10),
    room: generic('Room|Комната', 85, 5, 10),
  },
  commonWords: list('Old_Town|Старый_город Garden|Сад River|Река Crown|Корона Anchor|Якорь Amber|Янтарь Pine|Сосна'),
  poolNames:
    list(`Moskva|Москва Tsentralnaya|Центральная Rossiya|Россия Volga|Волга Zvezda|Звезда Oktyabrskaya|Октябрьская
    Yunost|Юность Sputnik|Спутник Druzhba|Дружба Zarya|Заря Vostok|Восток Neva|Нева`),
  articles: list('Novy|Новый Na|На'),
  saints: list('Svyato|Свято'),
  districts: list('Tsentr|Центр Vokzal|Вокзал Sever|Север Yug|Юг Aeroport|Аэропорт Naberezhnaya|Набережная'),
  descriptions: list('Boutique|Бутик &_Spa|и_Спа Restaurant|Ресторан Business|Бизнес'),
  siblings: list('Annex|Корпус_2 Spa|Спа Suites|Люкс Residence|Резиденция'),
  streets: list('ul._{x} prospekt_{x} naberezhnaya_{x} pereulok_{x}'),
  address: '{street}, {n}',
  streetShort: [
    ['prospekt', 'pr.'],
    ['naberezhnaya', 'nab.'],
  ],
  companies: list('OOO_{x} AO_{x}_Turist OOO_Gostinitsa_{x}'),
  airport: '{city} {airport} Airport',
  stations: list('Vokzal_{x} Stantsiya_{x}'),
  airfields: list('Aeroport_{x}'),
}
