import { brotliCompressSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { type ColumnSource, parquetWriteBuffer, type SchemaElement } from 'hyparquet-writer'
import { expect, test } from 'vitest'
import { readParquet } from '../../src/parquet/read-parquet.ts'
import { noClock, type RowsRead, readRows } from '../support/read-rows.ts'
import { temporaryFile } from '../support/temporary-file.ts'

type Options = Omit<Parameters<typeof parquetWriteBuffer>[0], 'columnData'>

function write(columnData: ColumnSource[], options: Options = {}): Buffer {
  return Buffer.from(parquetWriteBuffer({ columnData, ...options }))
}

async function read(bytes: Buffer): Promise<RowsRead> {
  return await readRows(readParquet(temporaryFile(bytes), { clock: noClock }))
}

/** Returns the values of one column after it was written with a type. */
async function valuesOf(data: unknown[], element: Partial<SchemaElement>): Promise<unknown[]> {
  const schema = [
    { name: 'root', num_children: 1 },
    { name: 'v', repetition_type: 'OPTIONAL', ...element },
  ] as SchemaElement[]
  const { rows, thrown, message } = await read(write([{ name: 'v', data }], { schema }))
  expect([thrown, message]).toEqual([undefined, ''])
  return rows.map(({ v }) => v)
}

test('rows have the values of the columns, and the number of the row as line', async () => {
  const found = await read(
    write([
      { name: 'name', data: ['Adlon', null, 'Größe €'], type: 'STRING' },
      { name: 'rooms', data: [382, 5, null], type: 'INT32' },
      { name: 'lat', data: [52.5163, -1e-7, Number.NaN], type: 'DOUBLE' },
      { name: 'open', data: [true, false, null], type: 'BOOLEAN' },
    ]),
  )
  expect(found.rows).toEqual([
    { name: 'Adlon', rooms: 382, lat: 52.5163, open: true },
    { rooms: 5, lat: -1e-7, open: false },
    { name: 'Größe €' },
  ])
  expect(found.lines).toEqual([1, 2, 3])
})

test.each([
  ['a date', [new Date('2024-05-01'), null], { type: 'INT32', converted_type: 'DATE' }, ['2024-05-01', undefined]],
  [
    'a time stamp',
    [new Date('2024-05-01T14:30:00Z')],
    { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
    ['2024-05-01T14:30:00Z'],
  ],
  [
    'a time stamp with milliseconds',
    [new Date('2024-05-01T14:30:00.250Z')],
    { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
    ['2024-05-01T14:30:00.250Z'],
  ],
  [
    'a time stamp without a zone',
    [new Date('2024-05-01T14:30:00Z')],
    { type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: false, unit: 'MILLIS' } },
    ['2024-05-01T14:30:00'],
  ],
  ['a safe integer', [9_007_199_254_740_991n, -5n], { type: 'INT64' }, [Number.MAX_SAFE_INTEGER, -5]],
  ['a larger integer', [9_007_199_254_740_993n], { type: 'INT64' }, ['9007199254740993']],
  ['a short floating point number', [Math.fround(0.1), Math.fround(52.516_27)], { type: 'FLOAT' }, [0.1, 52.516_27]],
  ['a decimal', [12.5, -0.25], { type: 'INT32', converted_type: 'DECIMAL', scale: 2, precision: 9 }, [12.5, -0.25]],
  ['JSON', [{ a: [1] }], { type: 'BYTE_ARRAY', converted_type: 'JSON' }, [{ a: [1] }]],
  ['bytes without a type', [new TextEncoder().encode('Zürich')], { type: 'BYTE_ARRAY' }, ['Zürich']],
] as [string, unknown[], Partial<SchemaElement>, unknown[]][])('%s', async (_, data, element, expected) => {
  expect(await valuesOf(data, element)).toEqual(expected)
})

test('a point in WKB is a point of GeoJSON, also if only the name of the column tells', async () => {
  const point = Buffer.alloc(21)
  point.writeUInt8(1, 0)
  point.writeUInt32LE(1, 1)
  point.writeDoubleLE(13.38, 5)
  point.writeDoubleLE(52.52, 13)
  const geo = JSON.stringify({ columns: { place: { encoding: 'WKB' } } })
  const columns: ColumnSource[] = [
    { name: 'place', data: [point], type: 'BYTE_ARRAY' },
    { name: 'geometry', data: [point], type: 'BYTE_ARRAY' },
  ]
  const { rows } = await read(write(columns, { kvMetadata: [{ key: 'geo', value: geo }] }))
  const expected = { type: 'Point', coordinates: [13.38, 52.52] }
  expect(rows).toEqual([{ place: expected, geometry: expected }])
})

const OVERTURE: SchemaElement[] = [
  { name: 'root', num_children: 3 },
  { name: 'names', num_children: 2, repetition_type: 'OPTIONAL' },
  { name: 'primary', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
  { name: 'common', num_children: 1, converted_type: 'LIST', repetition_type: 'OPTIONAL' },
  { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
  { name: 'element', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
  { name: 'addresses', num_children: 1, converted_type: 'LIST', repetition_type: 'OPTIONAL' },
  { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
  { name: 'element', num_children: 2, repetition_type: 'OPTIONAL' },
  { name: 'freeform', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
  { name: 'number', type: 'INT64', repetition_type: 'OPTIONAL' },
  { name: 'bbox', num_children: 2, repetition_type: 'OPTIONAL' },
  { name: 'xmin', type: 'FLOAT', repetition_type: 'REQUIRED' },
  { name: 'ymin', type: 'FLOAT', repetition_type: 'REQUIRED' },
]

/** Rows with texts, lists and objects, of which any may be missing. */
const nested = fc.record(
  {
    names: fc.record({ primary: fc.string(), common: fc.array(fc.string(), { maxLength: 3 }) }, { requiredKeys: [] }),
    addresses: fc.array(fc.record({ freeform: fc.string(), number: fc.maxSafeInteger() }, { requiredKeys: [] }), {
      maxLength: 4,
    }),
    bbox: fc.record({
      xmin: fc
        .float({ noNaN: true, noDefaultInfinity: true, min: -180, max: 180 })
        .filter((value) => !Object.is(value, -0)),
      ymin: fc.constant(0.5),
    }),
  },
  { requiredKeys: [], noNullPrototype: true },
)

function floatsRounded(row: { bbox?: { xmin: number; ymin: number } }): unknown {
  return row.bbox === undefined ? row : { ...row, bbox: { ...row.bbox, xmin: Math.fround(row.bbox.xmin) } }
}

test('nested rows that were written are read again, with pages and row groups of any size', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(nested, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 400 }),
      async (rows, rowGroupSize, pageSize) => {
        const columns = ['names', 'addresses', 'bbox'].map((name) => ({
          name,
          data: rows.map((row) => {
            const value = (row as Record<string, unknown>)[name]
            if (name !== 'addresses' || value === undefined) return value
            return (value as { number?: number }[]).map((each) =>
              each.number === undefined ? each : { ...each, number: BigInt(each.number) },
            )
          }),
        }))
        const found = await read(write(columns as ColumnSource[], { schema: OVERTURE, rowGroupSize, pageSize }))
        expect(found.thrown).toBe(undefined)
        expect(found.rows.map(floatsRounded)).toEqual(rows.map(floatsRounded))
      },
    ),
    { numRuns: 60 },
  )
})

const FLAT = { t: 'STRING', i: 'INT64', d: 'DOUBLE', b: 'BOOLEAN' } as const
const flatRow = fc.record(
  {
    t: fc.string({ unit: 'grapheme' }),
    i: fc.maxSafeInteger(),
    d: fc.double({ noNaN: true, noDefaultInfinity: true }),
    b: fc.boolean(),
  },
  { requiredKeys: [], noNullPrototype: true },
)

test('flat rows that were written are read again, in each encoding', async () => {
  const encodings = [undefined, 'PLAIN', 'delta'] as const
  await fc.assert(
    fc.asyncProperty(
      fc.array(flatRow, { minLength: 1, maxLength: 60 }),
      fc.constantFrom(...encodings),
      fc.integer({ min: 1, max: 300 }),
      async (rows, encoding, pageSize) => {
        const columns = Object.entries(FLAT).map(([name, type]) => {
          const data = rows.map((row) => {
            const value = (row as Record<string, unknown>)[name]
            return name === 'i' && value !== undefined ? BigInt(value as number) : value
          })
          const delta = name === 't' ? 'DELTA_BYTE_ARRAY' : name === 'i' ? 'DELTA_BINARY_PACKED' : 'PLAIN'
          const own = encoding === 'delta' ? delta : encoding
          return { name, data, type, ...(own === undefined ? {} : { encoding: own }) }
        })
        const found = await read(write(columns as ColumnSource[], { pageSize, rowGroupSize: 25 }))
        expect([found.thrown, found.message]).toEqual([undefined, ''])
        expect(found.rows).toEqual(rows)
      },
    ),
    { numRuns: 100 },
  )
})

test.each([
  ['GZIP', (bytes: Uint8Array) => gzipSync(bytes)],
  ['BROTLI', (bytes: Uint8Array) => brotliCompressSync(bytes)],
  ['SNAPPY', undefined],
  ['UNCOMPRESSED', undefined],
] as const)('reads pages in %s', async (codec, compress) => {
  const data = Array.from({ length: 2_000 }, (_, at) => `text ${at % 700}`)
  const compressors = compress === undefined ? {} : { compressors: { [codec]: compress } }
  const { rows } = await read(write([{ name: 't', data }], { codec, pageSize: 1_000, ...compressors } as Options))
  expect(rows.map(({ t }) => t)).toEqual(data)
})

test('batches are small, and a row group is read page by page', async () => {
  const data = Array.from({ length: 50_000 }, (_, at) => `text ${at}`)
  const { rows, largestBatch } = await read(write([{ name: 't', data }], { rowGroupSize: 50_000, pageSize: 10_000 }))
  expect([rows.length, rows.at(-1)]).toEqual([50_000, { t: 'text 49999' }])
  expect(largestBatch).toBeLessThanOrEqual(512)
})

test('a long value fails its row only', async () => {
  const found = await read(write([{ name: 't', data: ['a', 'x'.repeat(100_001), 'b'] }]))
  expect([found.rows, found.failures]).toEqual([[{ t: 'a' }, { t: 'b' }], ['2:cell_too_long']])
})

test('onHeader receives the columns before the first row', async () => {
  const names: (readonly string[])[] = []
  const path = temporaryFile(
    write([
      { name: 'a', data: ['1'] },
      { name: 'b', data: ['2'] },
    ]),
  )
  await readRows(readParquet(path, { clock: noClock, onHeader: (columns) => names.push(columns) }))
  expect(names).toEqual([['a', 'b']])
})
