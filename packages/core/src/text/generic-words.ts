import { isSpaceless } from './script.ts'

/**
 * Folded words that mean only kinds of places, by concept, in a dozen languages. They hardly identify a place:
 * suppliers add and drop them freely. The list is maintained by hand from measured document frequencies of feeds. The
 * list is part of the index version.
 */
const CONCEPTS: Readonly<Record<string, string>> = {
  hotel:
    'hotel hotels htl otel hotell hoteles hoteis hotelli hotellerie otelleri ξενοδοχειο ξενοδοχεια гостиница гостиницы отель отели готель готелі хотел хотели ホテル ホテルズ ビジネスホテル カプセルホテル リゾートホテル ' +
    '酒店 大酒店 度假酒店 商务酒店 商務酒店 快捷酒店 连锁酒店 快捷连锁酒店 連鎖酒店 饭店 大饭店 飯店 大飯店 宾馆 大宾馆 賓館 大賓館 招待所 호텔 관광호텔 비즈니스호텔 โรงแรม โฮเทล โฮเต็ล ' +
    'فندق الفندق فنادق هتل هتلهاي מלון מלונות होटल ' +
    'ໂຮງແຮມ សណ្ឋាគារ ဟိုတယ်',
  inn: 'inn inns posada pousada locanda albergue auberge auberges herberge gasthof gasthaus gasthuis landgasthof gostilna krog نزل النزل مسافرخانه イン 旅館 温泉旅館 旅馆 旅店 旅社 客栈 客棧 여관 여인숙',
  hostel:
    'hostel hostels hostal hostales ostello backpackers backpacker youth jugendherberge хостел хостелы ξενωνασ هاستل אכסניה הוסטל हॉस्टल हॉस्टेल ホステル 青年旅舍 青年旅社 旅舍 青旅 호스텔 โฮสเทล',
  guesthouse:
    'guesthouse guesthouses guest pension pensione pensiones penzion pensao bnb bedandbreakfast chambre chambres hote hotes zimmer fremdenzimmer affittacamere alojamiento alojamento hebergement lodging rooms room ' +
    'гостевои гостевые пансион пансионат δωματια πανσιον اقامتكاه צימר צימרים गेस्टहाउस अतिथि ' +
    'ゲストハウス 民宿 農家院 农家院 农家乐 ペンション 게스트하우스 펜션 민박 เกสต์เฮาส์ เกสท์เฮ้าส์ เกสต์เฮ้าส์ โฮมสเตย์ ເຮືອນພັກ ផ្ទះសំណាក់ တည်းခိုခန်း',
  motel: 'motel motels motor モーテル 모텔',
  resort:
    'resort resorts spa wellness thalasso санатории курорт θερετρο منتجع المنتجع منتجعات ריזורט रिसॉर्ट रिज़ॉर्ट रिजॉर्ट リゾート 温泉 溫泉 度假村 渡假村 리조트 รีสอร์ท รีสอร์ต',
  suite: 'suite suites apartsuites',
  apartment:
    'apartment apartments apart aparthotel aparthotels apartamento apartamentos apartmani appartement appartements appart appartamento appartamenti appartment appartments apt apts flat flats condo condominium ferienwohnung ferienwohnungen wohnung studio studios loft lofts appartotel apparthotel hometel апартаменты апартамент апартаменти апарт квартира квартиры διαμερισμα διαμερισματα στουντιο شقه شقق الشقق اپارتمان דירה דירות अपार्टमेंट ' +
    'アパートメント アパート コンドミニアム 公寓 酒店公寓 酒店式公寓 服务公寓 服務公寓 服務式公寓 아파트 콘도 콘도미니엄 คอนโด คอนโดมิเนียม อพาร์ตเมนต์ อพาร์ทเมนท์ อพาร์ทเม้นท์',
  residence:
    'residence residences residencia residencias residenz residenza residencial res serviced резиденция резиденции اقامه رياض レジデンス 레지던스 เรสซิเดนซ์',
  villa:
    'villa villas chalet chalets gite gites cottage cottages bungalow bungalows ferienhaus lodge lodges cabin cabins casa casas house houses home homes haus maison ' +
    'вилла виллы дом дома коттедж коттеджи шале βιλα βιλεσ βιλλα βιλλεσ σπιτι فيلا فلل ويلا וילה וילות विला ' +
    'ヴィラ コテージ ロッジ バンガロー 别墅 別墅 貸別荘 빌라 풀빌라 วิลล่า บังกะโล',
  camping: 'camping campings campsite campground caravan holiday park aire naturelle mobil',
  restaurant: 'restaurant restaurants ristorante restaurante bar bistro bistrot brasserie cafe pub grill diner',
  tour: 'tour tours excursion excursions ausflug visita visite trip trips sightseeing guided activity activities experience',
  ticket: 'ticket tickets entry entrance admission eintritt billet entrada',
  walk: 'walking walk walks foot pied fuss rundgang passeggiata',
  bike: 'bike bikes bicycle cycling velo fahrrad bici bicicleta',
  boat: 'boat cruise cruises bateau croisiere bootsfahrt crociera crucero',
  food: 'food tasting tastings degustation culinary',
  guidance: 'guide guides audioguide audio skip priority',
  museum:
    'museum museums musee musees museo museos musei museu museus muzeum muzeul museet muze музеи 美術館 美术馆 博物館 博物馆 박물관 미술관 พิพิธภัณฑ์',
  transfer: 'transfer transfers shuttle taxi navette transport traslado trasferimento',
  airport:
    'airport aeroport aeroporto aeropuerto flughafen lufthavn flygplats airfield aerodrome airstrip luchthaven havalimani аэропорт 空港 机场 機場 공항 สนามบิน ท่าอากาศยาน',
}

/** Words that join other words and do not identify a place. */
const ARTICLES =
  'a an the of at and in on by for to with de du des d la le les l el los las lo il i gli un une uno una da do dos das di del della dell dei delle al aux au a am im an der die das den dem und von vom zum zur bei et e y en sur sous pres het een van op te den ter og och i na u w nad pod by 의 の ' +
  // Words for a branch of a chain or a shop. The name of the branch comes before the word.
  '店 分店 支店 门店 号店 號店 점 지점 호점'

/**
 * A pattern for a kind that is also part of place names (`箱根温泉`). This kind is not separated, but carries little
 * information in names, too.
 */
export const INNER_KIND_PATTERN: RegExp = /温泉|溫泉/u

/**
 * Words of scripts without spaces that also start names, for example of streets. Such a word is a kind only at the end.
 */
const ENDS_ONLY =
  '美術館 美术馆 博物館 博物馆 박물관 미술관 空港 机场 機場 공항 店 分店 支店 门店 号店 號店 점 지점 호점'

const words = new Map<string, string>()
for (const [concept, list] of Object.entries(CONCEPTS)) for (const word of list.split(' ')) words.set(word, concept)

const articles: ReadonlySet<string> = new Set(ARTICLES.split(' '))

/** Returns the concept of a generic word; undefined for other words. A concept is the same in every language. */
export function genericConcept(word: string): string | undefined {
  return words.get(word)
}

export function isArticle(word: string): boolean {
  return articles.has(word)
}

/**
 * Generic words that are joined to a name without a space, longest first. The list omits short kana words, because
 * these end too many other words.
 */
const joined: readonly string[] = [...words.keys(), ...ENDS_ONLY.split(' ')]
  .filter((word) => isSpaceless(word) && !/^[\p{Script=Hiragana}\p{Script=Katakana}]{1,2}$/u.test(word))
  .filter((word, at, all) => all.indexOf(word) === at && !INNER_KIND_PATTERN.test(word))
  .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))

/** The joined kinds at the start of a name, at its end, and within it. */
export const JOINED_KINDS: {
  readonly first: readonly string[]
  readonly last: readonly string[]
  readonly within: readonly string[]
} = {
  first: joined.filter((word) => !ENDS_ONLY.split(' ').includes(word)),
  last: joined,
  within: joined.filter((word) => words.get(word) === 'hotel'),
}

/** The generic words as input of the checksum of the index version. */
export const GENERIC_WORDS_SOURCE: string = JSON.stringify([CONCEPTS, ARTICLES, ENDS_ONLY, INNER_KIND_PATTERN.source])
