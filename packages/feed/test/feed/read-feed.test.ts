import { createHash } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { createFeedStats, parseMapping, parseWhere, readFeed } from '@utpid/feed'
import { few, longTest, runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { collect, gzip, read, utf16 } from '../support/feed-text.ts'

const RECORDS = [
  { supplier: 's', code: '1', name: 'Hôtel du Nord' },
  { supplier: 's', code: '2', name: 'アパホテル 😀 «Ω»' },
  { supplier: 's', code: '3', name: 'C' },
]
const LINES = RECORDS.map((record) => JSON.stringify(record))
const CSV = ['supplier,code,name', ...RECORDS.map(({ supplier, code, name }) => `${supplier},${code},${name}`)]

// The same three records in every supported notation.
test.each<[string, string | Buffer]>([
  ['JSON Lines', `${LINES.join('\n')}\n`],
  ['JSON Lines without a last line end', LINES.join('\n')],
  ['JSON Lines with CRLF', `${LINES.join('\r\n')}\r\n`],
  ['JSON Lines with CR alone', LINES.join('\r')],
  ['JSON Lines with blank lines', `\n\n${LINES.join('\n  \n\n')}\n\n`],
  ['JSON Lines with a byte order mark', `\uFEFF${LINES.join('\n')}`],
  ['UTF-16 little endian', utf16(LINES.join('\n'), 'le')],
  ['UTF-16 big endian', utf16(LINES.join('\r\n'), 'be')],
  ['gzip', gzip(`${LINES.join('\n')}\n`)],
  ['gzip of UTF-16', gzip(utf16(LINES.join('\n'), 'le'))],
  [
    'gzip in several members, one of them ending inside a line',
    gzip(`${LINES[0]}\n${LINES[1]?.slice(0, 9)}`, `${LINES[1]?.slice(9)}\n`, `${LINES[2]}`),
  ],
  ['gzip with zero bytes at the end', Buffer.concat([gzip(LINES.join('\n')), Buffer.alloc(40_000)])],
  ['a JSON list', JSON.stringify(RECORDS)],
  ['an indented JSON list', JSON.stringify(RECORDS, null, 2)],
  ['a JSON list with a byte order mark and a last comma', `\uFEFF[${LINES.join(',\n')},]\n`],
  ['consecutive indented JSON objects', RECORDS.map((record) => JSON.stringify(record, null, 2)).join('\n')],
  ['CSV', `${CSV.join('\n')}\n`],
  ['CSV with CRLF and no last line end', CSV.join('\r\n')],
  ['CSV with CR alone', CSV.join('\r')],
  ['CSV with semicolons', CSV.join('\n').replaceAll(',', ';')],
  ['CSV with tabs', CSV.join('\n').replaceAll(',', '\t')],
  ['CSV with bars', CSV.join('\n').replaceAll(',', '|')],
  ['CSV with a declared delimiter', `sep=;\r\n${CSV.join('\r\n').replaceAll(',', ';')}`],
  [
    'CSV with a byte order mark and every field quoted',
    `\uFEFF${CSV.map((line) => `"${line.split(',').join('","')}"`).join('\r\n')}`,
  ],
  ['CSV in UTF-16', utf16(CSV.join('\r\n').replaceAll(',', '\t'), 'le')],
  ['CSV with blank lines and an unnamed last column', `\n${CSV.join(',\n\n')},\n`],
])('reads %s completely, however it is split into chunks', async (_what, source) => {
  for (const pieceBytes of [64 * 1024, 1, 7]) {
    const { records, failures, thrown } = await read(source, { pieceBytes })
    expect({ records, failures, thrown }).toEqual({ records: RECORDS, failures: [], thrown: undefined })
  }
})

test('reads CSV that is not UTF-8 in a guessed encoding, and reports this once', async () => {
  const csv = Buffer.from('nom;ville\nHotel A;Lyon\nH\xf4tel \x80 \x96 B;Orl\xe9ans\nCh\xe2teau C;Sens\n', 'latin1')
  const { items, records } = await read(csv)
  expect(records.map(({ name }) => name)).toEqual(['Hotel A', 'Hôtel € – B', 'Château C'])
  expect(items.map((item) => ('repairs' in item ? item.repairs?.map(({ code }) => code) : []))).toEqual([
    [],
    ['encoding_guessed'],
    [],
  ])
})

test('quoted line ends, delimiters and quotes belong to the field, and line numbers fit the source', async () => {
  const { items } = await read('name,address\n"A, the ""first""","1 rue\nde la Paix"\n\nB,x\n')
  expect(items).toEqual([
    { line: 2, record: { name: 'A, the "first"', location: { address: '1 rue\nde la Paix' } } },
    { line: 5, record: { name: 'B', location: { address: 'x' } } },
  ])
})

test('a record in the shape that core imports stays unchanged, with any texts', async () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1 })
  const end = fc.record({
    code: text,
    name: text,
    coordinates: fc.tuple(fc.double({ min: -180, max: 180, noNaN: true }), fc.integer()),
  })
  const record = fc.record(
    {
      supplier: text,
      code: text,
      name: text,
      altNames: fc.array(fc.record({ language: text, name: text }, { requiredKeys: ['name'] }), { minLength: 1 }),
      category: text,
      location: fc.record({
        address: text,
        city: text,
        region: text,
        country: text,
        postalCode: text,
        coordinates: fc.tuple(fc.integer(), fc.integer()),
      }),
      phone: text,
      email: text,
      website: text,
      brand: text,
      operator: text,
      stars: fc.integer(),
      rooms: fc.integer(),
      licence: text,
      identifiers: fc.array(fc.record({ scheme: text, value: text }), { minLength: 1 }),
      activity: fc.record({ durationMinutes: fc.integer(), languages: fc.array(text), meetingPoint: text }),
      transfer: fc.record({ from: end, to: end, vehicle: text, shared: fc.boolean(), seats: fc.integer() }),
      extra: fc.dictionary(text, fc.oneof(text, fc.integer(), fc.array(text)), { minKeys: 1 }),
    },
    { requiredKeys: ['supplier'] },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { maxLength: 5 }),
      fc.integer({ min: 1, max: 200 }),
      async (records, pieceBytes) => {
        const expected = JSON.parse(JSON.stringify(records))
        const lines = await read(records.map((each) => JSON.stringify(each)).join('\n'), {
          pieceBytes,
          format: 'jsonl',
        })
        expect(lines.records).toEqual(expected)
        const list = await read(JSON.stringify(records, null, 1), { pieceBytes, format: 'json' })
        expect(list.records).toEqual(expected)
      },
    ),
    runs(few(60)),
  )
})

test('every value of any JSON object is somewhere in the record', async () => {
  const row = fc.dictionary(
    fc.oneof(
      fc.string(),
      fc.constantFrom('name', 'Nom', 'lat', 'ref', 'from', 'subtypes', 'city', 'extra', '__proto__', 'toString'),
    ),
    fc.oneof(
      fc.string({ minLength: 1 }).filter((text) => /^\w+$/.test(text)),
      fc.integer(),
    ),
    { maxKeys: 8 },
  )
  await fc.assert(
    fc.asyncProperty(row, async (one) => {
      const { records } = await read(JSON.stringify(one))
      const found = new Set(leaves(records[0]))
      for (const value of Object.values(one)) expect(found).toContain(String(value))
    }),
    runs(150),
  )
})

function leaves(value: unknown): string[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [String(value)]
}

test('any table of texts written as CSV is read back unchanged', async () => {
  const cell = fc.stringMatching(/^[^\0\r\ud800-\udfff]{0,12}$/u).map((text) => text.trim())
  const cases = fc.tuple(
    fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 6 }),
    fc.constantFrom(',', ';', '\t', '|'),
    fc.constantFrom('\n', '\r\n'),
    fc.integer({ min: 1, max: 40 }),
  )
  await fc.assert(
    fc.asyncProperty(cases, async ([table, delimiter, lineEnd, pieceBytes]) => {
      const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`
      const csv = [['code', 'name', 'x'], ...table.map(([name, x], at) => [`${at}`, name, x])]
        .map((row) => row.map(quote).join(delimiter))
        .join(lineEnd)
      const { records, failures } = await read(csv, { pieceBytes, format: 'csv' })
      expect(failures).toEqual([])
      expect(records).toEqual(
        table.map(([name, x], at) => ({
          code: `${at}`,
          ...(name === '' ? {} : { name }),
          ...(x === '' ? {} : { extra: { x } }),
        })),
      )
    }),
    runs(150),
  )
})

test('damage anywhere in a CSV neither loses a complete row after it nor invents a row', async () => {
  const rows = Array.from({ length: 30 }, (_, at) => (at % 3 === 0 ? `"H, ${at}",c,${at}` : `H ${at},c,${at}`))
  const clean = `name,city,code\n${rows.join('\n')}\n`
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 15, max: 200 }),
      fc.constantFrom('"', ',', '""', '"x"', '\n'),
      async (at, damage) => {
        const { records } = await read(clean.slice(0, at) + damage + clean.slice(at))
        const good = records.filter(({ name, code }) => name === `H, ${code}` || name === `H ${code}`)
        expect(good.length).toBeGreaterThanOrEqual(28)
      },
    ),
    runs(150),
  )
})

test('integers that are too long for a double become text with every digit; other numbers stay numbers', async () => {
  const line =
    '{"id":90071992547409931,"name":"x 90071992547409931","lat":48.12345678901234567,"lon":1e20,"rooms":9007199254740991}'
  const { records } = await read(line)
  expect(records).toEqual([
    {
      code: '90071992547409931',
      name: 'x 90071992547409931',
      location: { coordinates: [Number('48.12345678901234567'), 1e20] },
      rooms: 9007199254740991,
    },
  ])
})

test('any bytes in any format yield the same items or FeedError, however they are split into chunks', async () => {
  const noise = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc.string({
      unit: fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '\\', '\n', '\r', ' ', 'a', '1', 'name', '\0', 'é'),
      maxLength: 60,
    }),
  )
  await fc.assert(
    fc.asyncProperty(
      noise,
      fc.constantFrom('jsonl', 'json', 'csv', undefined),
      fc.integer({ min: 1, max: 9 }),
      async (bytes, format, pieceBytes) => {
        const source =
          format === 'csv'
            ? Buffer.concat([Buffer.from('name,x\n'), Buffer.from(bytes as string)])
            : Buffer.from(bytes as string)
        const whole = await read(source, { format })
        // Without a format, detection depends on the size of the head.
        if (format === undefined) return
        expect(await read(source, { format, pieceBytes })).toEqual(whole)
      },
    ),
    runs(300),
  )
})

test('counts the rows that a condition excludes, and still yields lines that cannot be read', async () => {
  const stats = createFeedStats()
  const source = '{"name":"A","city":"PARIS"}\n{"name":"B","city":"Lyon"}\nx\n{"name":"C","city":" paris "}\n'
  const { records, failures } = await read(source, { where: parseWhere(['city=Paris']), stats })
  expect(records.map(({ name }) => name)).toEqual(['A', 'C'])
  expect(failures).toEqual(['3:invalid_json'])
  expect(stats).toEqual({
    bytesRead: source.length,
    bytesUnpacked: source.length,
    bytesTotal: undefined,
    records: 2,
    errors: 1,
    filtered: 1,
    removed: 0,
    format: 'jsonl',
    encoding: 'utf-8',
    columns: expect.objectContaining({ rows: 3 }),
  })
})

test('a mapping assigns columns to fields, and constants to every record', async () => {
  const mapping = parseMapping(['name=libelle_court', 'location.city=Ort', 'identifiers.siret=reg'])
  const withConstants = { ...mapping, constants: [{ target: 'category', value: 'hotel' }] }
  const { records } = await read('libelle_court;name;ort;reg;type\nA;Firm;Ulm;77;Standard\n', {
    mapping: withConstants,
  })
  expect(records).toEqual([
    {
      name: 'A',
      category: 'hotel',
      location: { city: 'Ulm' },
      identifiers: [{ scheme: 'siret', value: '77' }],
      extra: { name: 'Firm', type: 'Standard' },
    },
  ])
})

test('reads a Node.js stream, and reports the bytes read so far', async () => {
  const stream = new PassThrough()
  stream.end(gzip(LINES.join('\n')))
  const seen: [number, number | undefined][] = []
  const { records } = await collect(readFeed(stream, { onBytes: (bytes, total) => seen.push([bytes, total]) }))
  expect(records).toEqual(RECORDS)
  expect(seen.at(-1)).toEqual([gzip(LINES.join('\n')).length, undefined])
})

test('yields records before the source ends', async () => {
  const stream = new PassThrough()
  const feed = readFeed(stream)
  stream.write(`${LINES[0]}\n${LINES[1]}\n`)
  expect(await feed.next()).toMatchObject({ value: { record: RECORDS[0] } })
  stream.write(`${LINES[2]}\n`)
  expect(await feed.next()).toMatchObject({ value: { record: RECORDS[1] } })
  expect(await feed.next()).toMatchObject({ value: { record: RECORDS[2] } })
  stream.end()
  expect(await feed.next()).toMatchObject({ done: true })
})

test('memory stays bounded: 8 MB pass without piling up, also in one line', () => passesWithoutPilingUp(8_000_000))
longTest('memory stays bounded: 50 MB pass without piling up, also in one line', () =>
  passesWithoutPilingUp(50_000_000),
)

async function passesWithoutPilingUp(bytes: number): Promise<void> {
  const block = Array.from({ length: 2_000 }, (_, at) =>
    JSON.stringify({ code: `${at}`, name: 'Hotel', note: createHash('sha512').update(`${at}`).digest('hex') }),
  )
  for (const [separator, head] of [
    ['\n', ''],
    [',', '['],
  ] as const) {
    const text = Buffer.from(block.join(separator) + separator)
    const pieces = Math.ceil(bytes / text.length)
    let handedOut = 0
    let peak = 0
    async function* source(): AsyncGenerator<Buffer> {
      if (head !== '') yield Buffer.from(head)
      for (let piece = 0; piece < pieces; piece++) {
        handedOut += 1
        yield text
      }
      if (head !== '') yield Buffer.from('{}]')
    }
    let records = 0
    for await (const item of readFeed(source())) {
      if ('record' in item) records += 1
      // Chunks taken from the source whose records were not yet yielded. Excessive buffering would raise this number.
      peak = Math.max(peak, handedOut - Math.floor(records / block.length))
    }
    expect(records).toBe(pieces * block.length + (head === '' ? 0 : 1))
    expect(peak).toBeLessThan(25)
  }
}
