import { createFeedStats } from '@utpid/feed'
import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { read } from '../support/feed-text.ts'

/** Names and cities in the letters of an encoding. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  'windows-1250': ['Hotel Černý kůň;Český Krumlov', 'Ubytování Růžička;Brno', 'Penzion Řeka;Děčín'],
  'iso-8859-2': ['Hotel Słoneczny;Łódź', 'Pensjonat Świerk;Kraków', 'Ośrodek nad Wodą;Wąbrzeźno'],
  'windows-1251': ['Гостиница Москва;Москва', 'Отель Европа;Санкт-Петербург', 'Хостел Друзья;Казань'],
  'koi8-r': ['Гостиница Москва;Москва', 'Отель Европа;Санкт-Петербург', 'Хостел Друзья;Казань'],
  'windows-1252': ['Hôtel du Nord;Orléans', 'Gasthof Müller;Köln', 'Pensión Añoranza;Málaga', 'Kro på Søen;Århus'],
  'windows-1254': ['Otel Güneş;İstanbul', 'Pansiyon Yıldız;Çeşme', 'Ağaç Ev;Muğla'],
  'windows-1253': ['Ξενοδοχείο Άλφα;Αθήνα', 'Πανσιόν Μαρία;Κρήτη', 'Ξενοδοχείο Ήλιος;Ρόδος'],
  'windows-1255': ['מלון ירושלים;ירושלים', 'מלון דן;תל אביב', 'אכסניית הים;אילת'],
  'windows-1256': ['فندق القاهرة;القاهرة', 'فندق النيل;الأقصر', 'منتجع البحر;شرم الشيخ'],
  shift_jis: ['東京ホテル;東京', 'アパホテル新宿;東京都', '旅館さくら;京都'],
  'euc-jp': ['東京ホテル;東京', 'アパホテル新宿;東京都', '旅館さくら;京都'],
  'euc-kr': ['서울호텔;서울', '부산 그랜드 호텔;부산', '제주 펜션;제주'],
  gb18030: ['北京饭店;北京', '上海大酒店;上海', '如家快捷酒店;广州'],
  big5: ['台北飯店;台北', '圓山大飯店;台北市', '高雄國賓;高雄'],
}

/** Encodes text by inverting the decoder of the platform, for every character of one or two bytes. */
function encoderOf(encoding: string): (text: string) => Buffer {
  const decoder = new TextDecoder(encoding)
  const bytes = new Map<string, number[]>()
  const add = (sequence: number[]): void => {
    const char = decoder.decode(Uint8Array.from(sequence))
    if ([...char].length === 1 && char !== '\ufffd' && !bytes.has(char)) bytes.set(char, sequence)
  }
  for (let first = 0; first < 256; first++) add([first])
  if (encoding === 'windows-1252')
    for (const [at, char] of [...'€‚ƒ„'].entries()) bytes.set(char, [[0x80, 0x82, 0x83, 0x84][at] ?? 0])
  if (!/^(?:windows|iso|koi)/.test(encoding)) {
    for (let first = 0x81; first < 0xff; first++) for (let second = 0x40; second < 0xff; second++) add([first, second])
  }
  return (text) => Buffer.from([...text].flatMap((char) => bytes.get(char) ?? [0x3f]))
}

function csvOf(rows: readonly string[]): string {
  return `code;name;city\n${rows.map((row, at) => `${at};${row}\n`).join('')}`
}

test.each(Object.keys(TEXTS))(
  'reads a feed in %s, guessed or told, in any layout, and reports the guess',
  async (encoding) => {
    const rows = TEXTS[encoding] as readonly string[]
    const encode = encoderOf(encoding)
    const names = rows.map((row) => row.split(';')[0])
    const json = rows.map((row) => JSON.stringify({ name: row.split(';')[0] }))
    for (const [text, options] of [
      [csvOf(rows), {}],
      [`${json.join('\n')}\n`, {}],
      [csvOf(rows), { encoding }],
      [`[${json.join()}]`, { encoding }],
    ] as const) {
      for (const pieceBytes of [64 * 1024, 1]) {
        const stats = createFeedStats()
        const { records, items, failures } = await read(encode(text), { ...options, pieceBytes, stats })
        expect([failures, records.map(({ name }) => name)]).toEqual([[], names])
        expect(stats.encoding).toBe(encoding)
        const repairs = items.flatMap((item) => ('repairs' in item ? (item.repairs ?? []) : []))
        expect(repairs.map(({ code }) => code)).toEqual('encoding' in options ? [] : ['encoding_guessed'])
        if (repairs.length > 0) expect(repairs[0]?.message).toContain(`read as ${encoding}`)
      }
    }
  },
)

test.each([
  ['windows-1251', ['Гостиница Золотое кольцо;Суздаль', 'Отель Юность;Псков', 'Пансионат Берёзка;Казань']],
  ['iso-8859-5', ['Гостиница Берёзка;Псков', 'Отель Старый город;Суздаль', 'Хостел Друзья;Казань']],
  ['iso-8859-7', ['Ξενοδοχείο Κύμα;Πάτρα', 'Πανσιόν Ελιά;Ρόδος', 'Βίλα Θάλασσα;Κρήτη']],
  ['iso-8859-2', ['Pensjonat Pod Różą;Łódź', 'Zajazd Złota Ryba;Gdańsk', 'Ośrodek nad Wodą;Wąbrzeźno']],
  ['iso-8859-15', ['Relais du Cœur;Orléans', 'Hôtel de la Forêt;Nîmes', 'Résidence Bélier Doré;Besançon']],
  ['windows-1252', ['Old Mill;York', 'Fox Inn;Oban', 'Harbour Lodge;Bath']],
])('the columns in ASCII of a feed in %s do not mislead the guess', async (encoding, places) => {
  const rows = Array.from({ length: 21 }, (_, at) => {
    const contact = `https://www.hotel-${at}.example/rooms;reception@hotel-${at}.example;Tel. +7 42 57233${at}`
    return `${at};${places[at % places.length]};${contact};53° 57.${at}' N;EUR 1,200.50`
  })
  const text = `Hotel ref;Hotel name;Town;Website;Email;Telephone;Latitude;Rate from\n${rows.join('\n')}\n`
  const encode = encoderOf(encoding)
  const { records } = await read(encode(encoding === 'iso-8859-5' ? text.replaceAll('°', ' ') : text))
  const found = records.slice(0, 3).map(({ name, location }) => `${name};${(location as { city: string }).city}`)
  expect(found).toEqual(places)
})

test('an XML declaration, UTF-16 without a mark and a byte order mark tell the encoding', async () => {
  const text = csvOf(['Hôtel du Nord;Orléans'])
  const bigEndian = Buffer.from(text, 'utf16le').swap16()
  for (const [bytes, encoding] of [
    [Buffer.from(text, 'utf16le'), 'utf-16le'],
    [bigEndian, 'utf-16be'],
    [Buffer.from(`\ufeff${text}`), 'utf-8'],
  ] as const) {
    const stats = createFeedStats()
    const { records } = await read(bytes, { stats, pieceBytes: 3 })
    expect([records[0]?.name, stats.encoding]).toEqual(['Hôtel du Nord', encoding])
  }
  // A byte order mark wins over an encoding that is given.
  expect((await read(`\ufeff${text}`, { encoding: 'windows-1251' })).records[0]?.name).toBe('Hôtel du Nord')
  expect(await read(text, { encoding: 'ebcdic-x' })).toMatchObject({ thrown: 'unknown_encoding' })
})

test('lines in UTF-8 and in Windows-1252 may be mixed, in any order after the first of the latter', async () => {
  const latin = (text: string): Buffer => Buffer.from(text, 'latin1')
  const source = Buffer.concat([
    Buffer.from('code;name\n1;A\n'),
    latin('2;Hôtel\n'),
    Buffer.from('3;Zürich Łódź\n'),
    latin('4;Élan\n'),
  ])
  for (const pieceBytes of [1, 7, 1_000]) {
    const { records, failures } = await read(source, { pieceBytes })
    expect([failures, records.map(({ name }) => name)]).toEqual([[], ['A', 'Hôtel', 'Zürich Łódź', 'Élan']])
  }
})

test('a broken sequence of a multi-byte encoding fails its line alone', async () => {
  const encode = encoderOf('shift_jis')
  const rows = TEXTS.shift_jis as readonly string[]
  const source = Buffer.concat([
    encode(csvOf(rows)),
    Buffer.from('8;'),
    Buffer.of(0x82, 0x0a),
    encode(`9;${rows[0]}\n`),
  ])
  const { failures, records } = await read(source, { encoding: 'shift_jis', format: 'csv' })
  expect(failures.map((each) => each.split(':')[1])).toContain('invalid_encoding')
  expect(records.slice(0, 3).map(({ name }) => name)).toEqual(rows.map((row) => row.split(';')[0]))
})

test('letters beyond ASCII after the first megabyte are decoded too', async () => {
  const ascii = `${'1;Hotel;Ulm\n'.repeat(100_000)}`
  const source = Buffer.concat([Buffer.from(`code;name;city\n${ascii}`), Buffer.from('2;Hôtel;Orléans\n', 'latin1')])
  const { records, items } = await read(source, { format: 'csv' })
  expect(records.at(-1)?.name).toBe('Hôtel')
  expect(items.at(-1)).toMatchObject({ line: 100_002, repairs: [{ code: 'encoding_guessed' }] })
})

test('any text in Windows-1252 is read back, however it is split into chunks', async () => {
  const cell = fc.stringMatching(/^[a-zéèüößñçÀÉÅæø ]{1,12}$/).map((text) => text.trim())
  await fc.assert(
    fc.asyncProperty(
      fc.array(cell, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 30 }),
      async (names, pieceBytes) => {
        const source = Buffer.from(csvOf(names.map((name) => `${name};x`)), 'latin1')
        const { records, failures } = await read(source, { pieceBytes, format: 'csv', encoding: 'latin1' })
        expect(failures).toEqual([])
        expect(records.map(({ name = '' }) => name)).toEqual(names)
      },
    ),
    runs(100),
  )
})
