/**
 * Fixed texts for all runs and releases: selected texts for each rule of folding, and thousands of generated ones. A
 * small generator with a seed builds those from words of many languages.
 */

const WORDS =
  "Hôtel Hotel HOTEL htl ξενοδοχείο гостиница готель ホテル 酒店 饭店 호텔 โรงแรม Inn Auberge Gasthof Hostel Pensión B&B B'n'B bnb Motel Resort Spa Suites " +
  'Apartment Aparthotel Ferienwohnung Residence Résidence Villa Chalet Gîte Camping Restaurant Tour Excursion Ticket Transfer Shuttle Airport Aéroport ' +
  "the The of de du des la le les l' d' del della y et und & and am im zum am Saint St St. Ste Sainte Santa San Sankt Grand Gd Petit Royal Park Parc Plaza Central Centre " +
  'Center Zentrum Bellevue Belle Vue Europa Europe Continental Victoria Ritz Bristol Excelsior Astoria Ibis ibis-budget Novotel Mercure Best Western BW Holiday Express ' +
  'Premier Campanile Kyriad F1 Formule 1 Hilton Garden Hampton アパ 東横 東横INN ルートイン 如家 Paris PARIS München Wien Zürich Łódź İstanbul Köln København Αθήνα Москва 東京 北京 서울 ' +
  "Bangkok Saint-Denis Sandy's Sandy’s Sandy´s O'Neill L'Europe L’Etoile Straße straße ß Øst Æble Œuvre Þór Đà ısı 1 2 12 12a 007 IV XII two deux zwei 1st 2nd 3ème 24 7 " +
  'North South Nord Sud Annex Annexe Gym CDG Intl International Terminal Tower 4* **** ★★★ 4-star 4 étoiles @ / | - – — · ( ) [ ] " , . ; : ! ? 🏨 ❤️ 1️⃣ constructor'
const PICKED =
  '|  |Hôtel de la Gare & du Nord|ﾎﾃﾙ ｱﾊﾟ|ＦＵＬＬ　ＷＩＤＴＨ　１２３|½ ﬁ № ™ ℡|e\u0301 e\u0300 n\u0303|\u0301x|a\u200bb a\u00adb|\ud83d|Bed and Breakfast Rosa|Rosa b y b|' +
  'Nr. 7|No 007|佐々木ホテル新館2号|ホテルニューオータニ|東横INN新宿歌舞伎町|โรงแรมสวนดุสิต|सिटी होटल|فندق المدينة|מלון העיר|Ξενοδοχείο «Ακρόπολις»|ГОСТИНИЦА «ЁЛКА»|' +
  'Đà Nẵng|Diyarbakır|IJsselmeer|Ǆ ǆ|𠮷野家|toString valueOf|__proto__'
const STREETS =
  'rue de la Paix|Hauptstr.|Hauptstraße|Calle Mayor|Via Roma|Baker Street|bd Voltaire|Av. Foch|place St. Jean|ul. Długa|中央通り'.split(
    '|',
  )
const CITIES = 'Paris|PARIS 08|Lyon Cedex 03|St. Moritz|München|東京都|Saint-Denis|Москва||Baden-Baden'.split('|')
const SYLLABLES = 'ba ru zen tra fol que mi dor vel ist ona pry gha lüm söt ža'.split(' ')

/** Returns a generator of numbers from 0 to 1 with a seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Fixed texts that form one record. */
export interface FixedText {
  readonly name: string
  readonly address: string
  readonly city: string
  readonly postalCode: string
  readonly phone: string
  readonly website: string
  readonly coordinates: readonly [latitude: number, longitude: number]
}

export function fixedTexts(count: number): FixedText[] {
  const random = seeded(20_261_121)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const words = WORDS.split(' ')
  const picked = PICKED.split('|')
  const invented = (): string => Array.from({ length: 2 + Math.floor(random() * 3) }, () => pick(SYLLABLES)).join('')
  return Array.from({ length: count }, (_, at) => {
    const composed = Array.from({ length: 1 + Math.floor(random() * 6) }, () =>
      random() < 0.2 ? invented() : pick(words),
    )
    const number = Math.floor(random() * 200)
    const street = pick(STREETS)
    return {
      name: picked[at] ?? composed.join(pick([' ', ' ', ' ', '-', ''])),
      address: random() < 0.5 ? `${number} ${street}` : `${street} ${number}-${number + 4}, 75002 Paris`,
      city: pick(CITIES),
      postalCode: pick(['75002', 'F-75002', 'EC1A 1BB', '10001-1234', '150-0002', String(1_000 + number)]),
      phone: `+33 (0)1 42 ${10 + (number % 80)} ${10 + (at % 80)} 17`,
      website: `https://www.${invented()}.example/${pick(['', 'index.html', 'Paris/', 'a?b=c'])}`,
      coordinates: [Math.round((random() * 170 - 85) * 1e5) / 1e5, Math.round((random() * 360 - 180) * 1e5) / 1e5],
    }
  })
}
