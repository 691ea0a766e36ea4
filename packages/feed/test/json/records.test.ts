import { createFeedStats, type FeedStats } from '@utpid/feed'
import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ReadResult, read } from '../support/feed-text.ts'

const A = { code: '1', name: 'Hotel A' }
const B = { code: '2', name: 'Hotel B' }
const BOTH = [A, B]
const hotels = JSON.stringify(BOTH)

async function readWithStats(
  text: string,
  options: Parameters<typeof read>[1] = {},
): Promise<ReadResult & { readonly stats: FeedStats }> {
  const stats = createFeedStats()
  return { ...(await read(text, { ...options, stats })), stats }
}

// Each row: the layout, the document, the path that is reported.
test.each<[string, string, string | undefined]>([
  ['an envelope', `{"hotels":${hotels}}`, 'hotels[]'],
  ['an envelope of two levels', `{"data":{"items":${hotels}},"ok":true}`, 'data.items[]'],
  ['counts before the list', `{"from":1,"to":2,"total":2,"auditData":{"a":"}]"},"hotels":${hotels}}`, 'hotels[]'],
  ['counts after the list', `{\n "hotels": ${hotels},\n "total": 2, "next": null\n}`, 'hotels[]'],
  ['an identifier of the request', `{"id":"req-1","status":"ok","result":${hotels}}`, 'result[]'],
  [
    'a name of the list',
    `{"name":"Export","hotels":[{"code":"1","name":"Hotel A","city":"Ulm","lat":1},{"code":"2","name":"Hotel B","city":"Ulm","lat":1}]}`,
    'hotels[]',
  ],
  ['a list of a single envelope', `[{"hotels":${hotels}}]`, 'hotels[]'],
  ['a list of pages', `[{"hotels":[${JSON.stringify(A)}]},{"hotels":[${JSON.stringify(B)}]}]`, 'hotels[]'],
  ['pages within', `{"pages":[{"hotels":[${JSON.stringify(A)}]},{"hotels":[${JSON.stringify(B)}]}]}`, 'pages.hotels[]'],
  ['a smaller list of other objects', `{"errors":[{"text":"x"}],"hotels":${hotels}}`, 'hotels[]'],
  ['a list of places beside', `{"destinations":[{"code":"X","name":"Ulm"}],"hotels":${hotels}}`, 'hotels[]'],
  [
    'JSON Lines of pages',
    `{"page":1,"hotels":[${JSON.stringify(A)}]}\n{"page":2,"hotels":[${JSON.stringify(B)}]}\n`,
    'hotels[]',
  ],
  ['concatenated pages', `{\n"hotels":[${JSON.stringify(A)}]}\n{"hotels":\n[${JSON.stringify(B)}]}`, 'hotels[]'],
  ['an object by codes', `{"1":{"name":"Hotel A"},"2":{"name":"Hotel B"}}`, '*'],
  ['an object by codes, within', `{"total":2,"hotels":{"1":{"name":"Hotel A"},"2":{"name":"Hotel B"}}}`, 'hotels.*'],
  ['a JSON text sequence', `\u001e${JSON.stringify(A)}\n\u001e${JSON.stringify(B)}\n`, undefined],
  ['concatenated objects', `${JSON.stringify(A, null, 1)}${JSON.stringify(B, null, 1)}`, undefined],
  ['a list over lines', JSON.stringify(BOTH, null, 2), undefined],
])('finds the records in %s, however it is split into chunks', async (_, text, path) => {
  for (const pieceBytes of [64 * 1024, 1, 5]) {
    const { records, failures, thrown, stats } = await readWithStats(text, { pieceBytes })
    expect([thrown, failures]).toEqual([undefined, []])
    expect(records.map(({ code, name }) => ({ code, name }))).toEqual(BOTH)
    expect(stats.recordPath).toBe(path)
  }
})

test('a record with a list of its own is a record', async () => {
  for (const text of [
    '{"name":"A","rooms":[{"name":"Double","code":"DBL"},{"name":"Single","code":"SGL"}]}',
    '{"id":"1","hotelName":"A","city":"Ulm","images":[{"id":"1","name":"front"}]}',
    '[{"code":"1","from":{"name":"X","code":"X"},"to":{"name":"Y","code":"Y"}}]',
  ]) {
    const { records, stats } = await readWithStats(text)
    expect([records.length, stats.recordPath]).toEqual([1, undefined])
  }
})

test('GeoJSON features are read with their properties and geometry', async () => {
  const feature = {
    type: 'Feature',
    id: 7,
    properties: { name: 'A' },
    geometry: { type: 'Point', coordinates: [13.4, 52.5] },
  }
  const expected = [{ code: 7, name: 'A', location: { coordinates: [52.5, 13.4] } }]
  const collection = { type: 'FeatureCollection', name: 'hotels', crs: { type: 'name' }, features: [feature] }
  for (const text of [
    JSON.stringify(collection),
    JSON.stringify(collection, null, 1),
    `${JSON.stringify(feature)}\n`,
  ]) {
    expect((await read(text)).records).toEqual(expected)
  }
})

test('a path that is given is read, also where another list would be chosen', async () => {
  const text = `{"hotels":${hotels},"data":{"flats":[{"code":"9","name":"Flat"}]}}`
  for (const [records, names] of [
    ['data.flats[]', ['Flat']],
    ['data.flats', ['Flat']],
    ['$.data.flats[]', ['Flat']],
    ['hotels', ['Hotel A', 'Hotel B']],
  ] as const) {
    const { records: found, stats } = await readWithStats(text, { records })
    expect(found.map(({ name }) => name)).toEqual(names)
    expect(Object.keys(stats.otherLists ?? {})).toEqual(records === 'hotels' ? ['data.flats[]'] : ['hotels[]'])
  }
  const members = await read('{"a":{"7":{"name":"X"}}}', { records: 'a.*' })
  expect(members.records).toEqual([{ code: '7', name: 'X' }])
  expect(await read(text, { records: 'rooms' })).toMatchObject({
    thrown: 'unknown_records',
    message: 'the stream has no records at rooms[]; its lists of objects are hotels[], data.flats[].',
  })
  expect(await read(text, { records: 'a..b' })).toMatchObject({ thrown: 'unknown_records' })
})

test('several lists of equal rank are refused with their paths; lists that are not read are counted', async () => {
  const equal = `{"hotels":${hotels},"apartments":${hotels}}`
  expect(await read(equal)).toMatchObject({
    thrown: 'several_record_lists',
    message: expect.stringContaining('(hotels[], apartments[])'),
  })
  const { stats } = await readWithStats(
    `{"hotels":${hotels},"cities":[{"id":1,"name":"Ulm"}],"x":{"y":[{"z":1},{"z":2}]}}`,
  )
  expect(stats.otherLists).toEqual({ 'cities[]': 1, 'x.y[]': 2 })
})

test('a list that begins after the first megabyte is found, in bounded memory', async () => {
  const filler = Array.from({ length: 30_000 }, (_, at) => `"k${at}":"${'x'.repeat(40)}"`).join()
  for (const text of [
    `{"texts":{${filler}},"data":{"hotels":${hotels},"n":2}}`,
    `{"texts":[${'"x",'.repeat(400_000)}1],"data":{"hotels":${hotels}}}`,
  ]) {
    const { records, stats } = await readWithStats(text)
    expect([records, stats.recordPath]).toEqual([BOTH, 'data.hotels[]'])
  }
})

test('a broken record inside an envelope fails alone', async () => {
  for (const broken of ['{"name":B}', '{"name":"B"', '{"name":"B', '7', '{"name":"B","x":[1}']) {
    const text = `{"total":3,\n"hotels":[${JSON.stringify(A)},\n${broken},\n${JSON.stringify(B)}],\n"x":1}\n`
    const { records, failures, thrown } = await read(text)
    expect([thrown, failures.length, records]).toEqual([undefined, 1, BOTH])
  }
  expect(await read(`{"hotels":[${JSON.stringify(A)},`)).toMatchObject({ thrown: 'truncated_json', records: [A] })
})

test('records are the same in any envelope and layout', async () => {
  const text = fc.string({ minLength: 1, maxLength: 8 })
  const record = fc.record({
    code: text,
    name: text,
    note: fc.option(fc.array(text)),
    x: fc.jsonValue({ maxDepth: 2 }),
  })
  const beside = fc.dictionary(fc.constantFrom('total', 'meta', 'links', 'next'), fc.jsonValue({ maxDepth: 2 }))
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { minLength: 1, maxLength: 5 }),
      beside,
      fc.constantFrom(0, 1),
      fc.integer({ min: 1, max: 60 }),
      async (rows, others, indent, pieceBytes) => {
        const plain = (await read(JSON.stringify(rows), { format: 'json', records: '$' })).records
        const document = JSON.stringify({ ...others, hotels: rows, end: others }, null, indent)
        const { records, failures, thrown } = await read(document, { records: 'hotels[]', pieceBytes })
        expect({ records, failures, thrown }).toEqual({ records: plain, failures: [], thrown: undefined })
      },
    ),
    runs(100),
  )
})
