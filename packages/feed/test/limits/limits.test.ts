import { writeXlsx } from '@utpid/testing/files'
import { expect, test } from 'vitest'
import { FEED_LIMITS, type FeedFormat, type FeedItem, readFeed } from '../../src/index.ts'
import { gzip, read } from '../support/feed-text.ts'
import { temporaryFile } from '../support/temporary-file.ts'

const LONG = 'x'.repeat(FEED_LIMITS.cellCharacters + 1)
const LONGEST = 'x'.repeat(FEED_LIMITS.cellCharacters)

/** Returns line, code and message of the only failed item. */
function failed(items: readonly FeedItem[]): [line: number, code: string, message: string][] {
  return items.flatMap((item) => ('error' in item ? [[item.line, item.error.code, item.error.message]] : []))
}

function tooLong(line: number, field: string): unknown {
  const message = `The value of "${field}" has 100,001 characters; the limit is 100,000. Shorten or remove it.`
  return [[line, 'cell_too_long', message]]
}

test.each<[string, FeedFormat, string | Buffer, number, string]>([
  ['NDJSON', 'jsonl', `{"name":"A"}\n{"name":"B","location":{"city":"${LONG}"}}\n`, 2, 'location.city'],
  ['JSON', 'json', `[{"name":"A"},\n\n{"name":"B","photos":["a","${LONG}"]}]`, 3, 'photos.1'],
  ['CSV', 'csv', `name,description\nA,short\nB,${LONG}\n`, 3, 'description'],
  ['gzip', 'jsonl', gzip(`{"name":"A"}\n{"name":"${LONG}"}\n`), 2, 'name'],
  ['a long number', 'jsonl', `{"name":"A"}\n{"name":"B","code":${LONG.replaceAll('x', '1')}}\n`, 2, 'code'],
])('rejects a value above the limit with its line and column: %s', async (_, format, document, line, field) => {
  const { items, records } = await read(document, { format })
  expect(failed(items)).toEqual(tooLong(line, field))
  expect(records).toHaveLength(1)
})

test('reads a value at the limit in each format', async () => {
  for (const document of [
    `{"name":"A","note":"${LONGEST}"}`,
    `[{"name":"A","note":"${LONGEST}"}]`,
    `name,note\nA,${LONGEST}\n`,
  ]) {
    const { records } = await read(document)
    expect(records).toEqual([{ name: 'A', extra: { note: LONGEST } }])
  }
})

test('rejects a record with too long a field name; too long a column name ends the reading', async () => {
  const name = 'n'.repeat(1_001)
  const { items } = await read(`{"name":"A","location":{"${name}":1}}`)
  expect(failed(items)).toEqual([
    [
      1,
      'cell_too_long',
      `The name of the field "location.${'n'.repeat(60)}…" has 1,001 characters; the limit is 1,000.`,
    ],
  ])
  const { thrown, message } = await read(`name,${name}\nA,1\n`, { format: 'csv' })
  expect([thrown, message]).toEqual([
    'column_name_too_long',
    'The name of column 2 of the header has 1,001 characters; the limit is 1,000. Is the first line a header?',
  ])
})

test.each<[string, readonly string[], string]>([
  ['columns', Array.from({ length: 2_000 }, (_, at) => `c${at}`), '2,001 columns; the limit is 2,000'],
  [
    'names',
    ['n'.repeat(996), ...Array.from({ length: 63 }, (_, at) => `${at}`.padStart(1_000, 'n'))],
    '64,001 characters of names; the limit is 64,000',
  ],
])('a header with too many %s ends the reading', async (_, columns, message) => {
  const read2 = (header: readonly string[]) =>
    read(`${header.join()}\n${header.map(() => 'x').join()}\n`, { format: 'csv' })
  expect((await read2(['name', ...columns.slice(1)])).records).toHaveLength(1)
  expect(await read2(['name', ...columns, ...(columns.length < 100 ? ['x'] : [])])).toMatchObject({
    thrown: 'header_too_large',
    message: `The header has ${message}. Remove columns, or shorten their names.`,
  })
})

test('reads a document up to its limit, which counts unpacked bytes', async () => {
  const lines = '{"name":"A"}\n'.repeat(10)
  for (const document of [lines, gzip(lines)]) {
    const { records, thrown, message } = await read(document, { maxBytes: 26 })
    expect([records.length, thrown]).toEqual([2, 'document_too_large'])
    expect(message).toBe('the stream has more than 26 bytes after unpacking; send it in parts.')
    expect(await read(document, { maxBytes: lines.length })).toMatchObject({ thrown: undefined })
  }
})

test.each<[string, FeedFormat, string]>([
  ['NDJSON', 'jsonl', '{"name":"A","city":"Paris"}\n{"name":"B","city":"Paris"}\n{"name":"C","city":"Paris"}\n'],
  ['JSON', 'json', '[{"name":"A","city":"Paris"},\n{"name":"B","city":"Paris"},\n{"name":"C","city":"Paris"}]'],
  ['CSV', 'csv', 'name,city\nA,Paris\nB,Paris\nC,Paris\n'],
])('rejects a record that takes more than 1 second of CPU time: %s', async (_, format, document) => {
  const refused = new Set<number>()
  // The clock jumps once. The loop places the jump at each reading of the clock in turn.
  for (let jumpAt = 1; jumpAt <= 15; jumpAt++) {
    let [now, readings] = [0, 0]
    const cpuClock = (): number => {
      readings += 1
      now += readings === jumpAt ? 1_200 : 1
      return now
    }
    const { items, records } = await read(document, { format, cpuClock })
    const slow = failed(items)
    expect(slow.length + records.length).toBe(3)
    expect(slow.length).toBeLessThanOrEqual(1)
    for (const [line, code, message] of slow) {
      refused.add(line)
      expect(code).toBe('too_slow')
      expect(message).toMatch(
        /^Reading the record took 1,20\d ms of CPU time; the limit is 1,000 ms; the longest field is "city" with 5 characters\./,
      )
    }
  }
  expect([...refused].sort()).toEqual(format === 'csv' ? [2, 3, 4] : [1, 2, 3])
})

const ROWS = 20_000
const CELLS = Array.from({ length: ROWS }, (_, at) => [`${at}`, `Hotel ${at}`])

test.each<[string, FeedFormat, string | Buffer]>([
  ['CSV', 'csv', `code,name\n${rows((at) => `${at},Hotel ${at}`, '\n')}\n`],
  ['NDJSON', 'jsonl', rows((at) => `{"code":"${at}","name":"Hotel ${at}"}`, '\n')],
  ['JSON', 'json', `[${rows((at) => `{"code":"${at}","name":"Hotel ${at}"}`, ',')}]`],
  ['XML', 'xml', `<hotels>${rows((at) => `<hotel code="${at}"><name>Hotel ${at}</name></hotel>`, '')}</hotels>`],
  ['XLSX', 'xlsx', writeXlsx({ sheets: [{ rows: [['code', 'name'], ...CELLS] }] })],
])('the time of the code that uses the records is not theirs: %s', async (_, format, document) => {
  let now = 0
  const found: FeedItem[] = []
  const source = temporaryFile(Buffer.from(document), `rows.${format}`)
  for await (const item of readFeed(source, { format, cpuClock: () => now })) {
    found.push(item)
    now += 5_000
  }
  expect(failed(found)).toEqual([])
  expect(found).toHaveLength(ROWS)
})

function rows(write: (at: number) => string, separator: string): string {
  return Array.from({ length: ROWS }, (_, at) => write(at)).join(separator)
}

test('reads a record that takes exactly 1 second', async () => {
  let now = 0
  const { records } = await read('{"name":"A"}\n', { cpuClock: () => (now += 500) })
  expect(records).toHaveLength(1)
})

test('a quoted cell may have the maximum of lines, and rows after a longer cell are read', async () => {
  const within = `name,x\nA,"${'\n'.repeat(9_000)}"\nB,1\n`
  expect((await read(within)).records.map(({ name }) => name)).toEqual(['A', 'B'])
  const { failures, records, items } = await read(`name,x\nA,"\n${'B,1\n'.repeat(10_500)}`)
  expect([failures, records.length]).toEqual([['2:unclosed_quote'], 10_500])
  expect(items.at(-1)).toMatchObject({ line: 10_502 })
})
