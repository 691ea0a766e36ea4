import { generic, type Language, list } from './language.ts'

const KANA =
  list(`a|ア ka|カ sa|サ ta|タ na|ナ ha|ハ ma|マ ya|ヤ ra|ラ wa|ワ ki|キ shi|シ chi|チ ni|ニ hi|ヒ mi|ミ ri|リ
  ku|ク su|ス tsu|ツ nu|ヌ fu|フ mu|ム yu|ユ ru|ル ke|ケ se|セ te|テ ne|ネ me|メ re|レ ko|コ so|ソ to|ト no|ノ ho|ホ
  mo|モ yo|ヨ ro|ロ ga|ガ go|ゴ da|ダ do|ド ba|バ pa|パ ji|ジ zu|ズ`)

export const japanese: Language = {
  code: 'ja',
  starts: KANA,
  middles: KANA,
  ends: KANA,
  localSpace: '',
  generics: {
    hotel: generic('Hotel|ホテル Hotel|ホテル Hotel|ホテル Ryokan|旅館 Inn|イン', 50, 40, 10),
    apartment: generic('Apartment|アパートメント Residence|レジデンス', 20, 70, 10),
    guesthouse: generic('Guest_House|ゲストハウス Minshuku|民宿', 50, 40, 10),
    hostel: generic('Hostel|ホステル Capsule_Hotel|カプセルホテル', 30, 60, 10),
    campsite: generic('Campground|キャンプ場', 0, 95, 5),
    apartment_hotel: generic('Apartment_Hotel|アパートメントホテル', 15, 75, 10),
    motel: generic('Motel|モーテル', 15, 75, 10),
    resort: generic('Resort|リゾート', 10, 80, 10),
    holiday_village: generic('Holiday_Village|休暇村', 50, 40, 10),
    lodge: generic('Lodge|ロッジ', 10, 80, 10),
    villa: generic('Villa|ヴィラ', 35, 55, 10),
    room: generic('Room|ルーム', 10, 80, 10),
  },
  commonWords: list(
    'Grand|グランド Garden|ガーデン Business|ビジネス Green|グリーン Sun|サン City|シティ Park|パーク Royal|ロイヤル',
  ),
  poolNames: list(`Central|セントラル Sakura|さくら Fuji|富士 Park|パーク Plaza|プラザ New_Station|ニューステーション
    Grand|グランド Sunroute_Park|サンルートパーク Crown|クラウン Ginza_Garden|銀座ガーデン`),
  articles: list('The|ザ New|ニュー'),
  saints: list('Shin|新'),
  districts: list('Ekimae|駅前 East|東 West|西 Minami|南 Kita|北 Higashiguchi|東口 Nishiguchi|西口 Chuo|中央'),
  descriptions: list('Premier|プレミア Annai|案内 Onsen|温泉 &_Spa|スパ'),
  siblings: list('Annex|アネックス Spa|スパ Bekkan|別館 Honkan|本館 Shinkan|新館'),
  streets: list('{x} {x}-dori {x}-cho {x}-machi'),
  address: '{n}-{n2} {street}',
  streetShort: [
    ['-dori', ' Dori'],
    ['-cho', ' Cho'],
  ],
  companies: list('{x}_K.K. Kabushiki_Gaisha_{x} {x}_Hotels_Co.,_Ltd.'),
  airport: '{city} {airport} Airport',
  stations: list('{x}_Station {x}-eki {x}_Bus_Terminal'),
  airfields: list('{x}_Airport'),
}
