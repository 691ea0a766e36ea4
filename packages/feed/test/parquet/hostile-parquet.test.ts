import { few } from '@utpid/testing'
import fc from 'fast-check'
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer'
import { expect, test } from 'vitest'
import { checkPage, type PageForm } from '../../src/parquet/check-page.ts'
import { checkThrift } from '../../src/parquet/check-thrift.ts'
import { readParquet } from '../../src/parquet/read-parquet.ts'
import { noClock, type RowsRead, readRows } from '../support/read-rows.ts'
import { temporaryFile } from '../support/temporary-file.ts'

async function read(bytes: Buffer): Promise<RowsRead> {
  return await readRows(readParquet(temporaryFile(bytes), { clock: noClock }))
}

const COLUMNS: ColumnSource[] = [
  { name: 'name', data: Array.from({ length: 300 }, (_, at) => (at % 7 === 0 ? null : `hotel ${at}`)), type: 'STRING' },
  { name: 'city', data: Array.from({ length: 300 }, (_, at) => `city ${at % 5}`), type: 'STRING' },
  {
    name: 'code',
    data: Array.from({ length: 300 }, (_, at) => BigInt(at)),
    encoding: 'DELTA_BINARY_PACKED',
    type: 'INT64',
  },
  {
    name: 'text',
    data: Array.from({ length: 300 }, (_, at) => `common start ${at}`),
    encoding: 'DELTA_BYTE_ARRAY',
    type: 'STRING',
  },
  { name: 'lat', data: Array.from({ length: 300 }, (_, at) => at / 7), type: 'DOUBLE' },
]
const VALID = Buffer.from(parquetWriteBuffer({ columnData: COLUMNS, pageSize: 500 }))
const UNPACKED = Buffer.from(parquetWriteBuffer({ columnData: COLUMNS, pageSize: 500, codec: 'UNCOMPRESSED' }))
const CODES = ['invalid_parquet', 'unsupported_parquet', 'parquet_too_large', undefined]
const MEMORY_BYTES = 700_000_000

test.each([
  ['an empty file', Buffer.alloc(0)],
  ['a file of two marks', Buffer.from('PAR1PAR1')],
  ['a text', Buffer.from('name;city\n'.repeat(100))],
  ['a cut file', VALID.subarray(0, VALID.length - 100)],
  ['a footer beyond the file', withFooterBytes(VALID, 0x7fff_ffff)],
  ['a footer of the whole file', withFooterBytes(VALID, VALID.length - 8)],
  ['a footer that is empty', withFooterBytes(VALID, 0)],
])('%s is no Parquet file', async (_, bytes) => {
  const found = await read(bytes)
  expect([found.rows, found.thrown]).toEqual([[], 'invalid_parquet'])
})

test('an encrypted file is refused', async () => {
  const { thrown } = await read(Buffer.concat([VALID.subarray(0, -4), Buffer.from('PARE')]))
  expect(thrown).toBe('unsupported_parquet')
})

function withFooterBytes(file: Buffer, bytes: number): Buffer {
  const changed = Buffer.from(file)
  changed.writeUInt32LE(bytes, changed.length - 8)
  return changed
}

/** Changes some bytes: often to values that are large counts or lengths. */
const change = fc.record({
  at: fc.nat(),
  value: fc.oneof(fc.constantFrom(0xff, 0x80, 0x7f, 0x00, 0xfe), fc.integer({ min: 0, max: 255 })),
  length: fc.integer({ min: 1, max: 6 }),
})

test.each([
  ['packed', VALID],
  ['unpacked', UNPACKED],
])('a damaged %s file gives rows or an error of its kind, in bounded time and memory', async (_, file) => {
  const before = process.memoryUsage().rss
  let largest = 0
  let slowest = 0
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      const bytes = Buffer.from(file)
      for (const { at, value, length } of changes)
        bytes
          .subarray(at % bytes.length)
          .subarray(0, length)
          .fill(value)
      const begun = process.cpuUsage()
      const { thrown } = await read(bytes)
      const { user, system } = process.cpuUsage(begun)
      slowest = Math.max(slowest, (user + system) / 1_000)
      largest = Math.max(largest, process.memoryUsage().rss)
      expect(CODES).toContain(thrown)
    }),
    { numRuns: few(600) },
  )
  expect(largest - before).toBeLessThan(MEMORY_BYTES)
  expect(slowest).toBeLessThan(5_000)
})

const LIMITS = { values: 1_000, textBytes: 100, shallowLevels: 1 }

test.each([
  ['a list of more values than its bytes', [0x19, 0xf5, 0xff, 0xff, 0xff, 0x7f], 'throws'],
  ['a number that never ends', [0x15, ...Array<number>(20).fill(0xff)], 'throws'],
  ['structures inside structures', Array<number>(100).fill(0x1c), 'throws'],
  ['a long text below the shallow levels', [0x1c, 0x18, 0xe5, 0x01, 0x00], 'throws'],
  ['a text beyond the end', [0x18, 0x05, 0x61], undefined],
  ['a structure without its end', [0x15, 0x02], undefined],
  ['a structure', [0x15, 0x02, 0x00, 0xff], 3],
])('the metadata check: %s', (_, bytes, expected) => {
  const check = (): number | undefined => checkThrift(Uint8Array.from(bytes), 0, LIMITS)
  if (expected === 'throws') expect(check).toThrow()
  else expect(check()).toBe(expected)
})

const FORM: PageForm = {
  values: 10,
  encoding: 'RLE_DICTIONARY',
  type: 'BYTE_ARRAY',
  typeLength: undefined,
  repetitionBits: 0,
  definitionBits: 0,
  levelBytes: undefined,
  maxBytes: 10_000,
}

test.each([
  ['a run of billions of values', FORM, [1, 0xfe, 0xff, 0xff, 0xff, 0x0f, 0]],
  ['billions of packed values', FORM, [1, 0xff, 0xff, 0xff, 0xff, 0x0f, 0]],
  ['levels beyond the page', { ...FORM, definitionBits: 1 }, [0xff, 0xff, 0xff, 0x7f, 2, 0]],
  ['a run of levels', { ...FORM, definitionBits: 1 }, [6, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff, 0x0f, 1]],
  [
    'differences in endless numbers',
    { ...FORM, encoding: 'DELTA_BINARY_PACKED', type: 'INT64' },
    [0x80, 1, 4, 10, ...Array<number>(50).fill(0xff)],
  ],
  ['blocks of no differences', { ...FORM, encoding: 'DELTA_BINARY_PACKED', type: 'INT64' }, [0, 0, 10, 0]],
  [
    'texts that repeat a long start',
    { ...FORM, encoding: 'DELTA_BYTE_ARRAY', values: 4 },
    [0x80, 1, 4, 4, 0xc0, 0x84, 0x3d, 0, 0, 0, 0, 0, 0x80, 1, 4, 4, 0, 0, 0, 0, 0, 0],
  ],
])('the page check refuses %s', (_, form, bytes) => {
  expect(() => checkPage(Uint8Array.from(bytes), form)).toThrow()
})
