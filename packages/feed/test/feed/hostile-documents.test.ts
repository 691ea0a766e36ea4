import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { type FeedFormat, parseMapping, parseWhere, readFeed } from '../../src/index.ts'
import { read } from '../support/feed-text.ts'

interface HostileDocument {
  readonly what: string
  readonly format: FeedFormat
  /** @param size - Number of repetitions. */
  readonly of: (size: number) => string | Buffer
  readonly pieceBytes?: number
  readonly mapping?: string
  readonly where?: string
}

const column = (text: string): string => `name,x\nA,${text}\n`
const SIZE = 2_000

// Each of these documents took quadratic time in an earlier version, or caused an error of the JavaScript engine.
const DOCUMENTS: readonly HostileDocument[] = [
  {
    what: 'an unclosed JSON text with many quotes',
    format: 'jsonl',
    of: (size) => `{"name":1234567890123456789,"x":"${'\\"'.repeat(8 * size)}`,
  },
  {
    what: 'open objects with many lists inside',
    format: 'json',
    of: (size) => `[${'{"a":'.repeat(size)}${'[],'.repeat(size)}`,
  },
  {
    what: 'columns with the same name',
    format: 'csv',
    of: (size) => `name${',a'.repeat(size / 4)}\nA${',1'.repeat(size / 4)}\n`,
  },
  {
    what: 'values that go to extra under one name',
    format: 'jsonl',
    of: (size) => `{"name":"A","altNames":[${Array(size).fill('"b"').join()}]}`,
    mapping: 'altNames=absent,altNames=altNames',
  },
  {
    what: 'a quote that stays open over many lines, in small chunks',
    format: 'csv',
    of: (size) => `name,x\nA,"${'b\n'.repeat(size / 4)}`,
    pieceBytes: 2,
  },
  {
    what: 'a header in small chunks',
    format: 'csv',
    of: (size) => `name,${'x'.repeat(900)}${',y'.repeat(size / 8)}\nA\n`,
    pieceBytes: 1,
  },
  {
    what: 'an envelope of deep objects in small chunks',
    format: 'json',
    of: (size) => `${'{"a":'.repeat(size)}1${'}'.repeat(size)}`,
    pieceBytes: 7,
  },
  {
    what: 'an envelope of many lists',
    format: 'json',
    of: (size) => `{${Array.from({ length: size }, (_, at) => `"k${at}":[{"x":1}]`).join()},"hotels":[{"name":"A"}]}`,
  },
  {
    what: 'an envelope with a long name of a field, in small chunks',
    format: 'json',
    of: (size) => `{"${'k'.repeat(10 * size)}":1,"hotels":[{"name":"A"}]}`,
    pieceBytes: 2,
  },
  {
    what: 'open quotes in each line of the sample',
    format: 'csv',
    of: (size) => `name,x\n${'a","b\n'.repeat(size / 2)}`,
  },
  {
    what: 'a header of every delimiter',
    format: 'csv',
    of: (size) => `name${',;\t|~^:\x1f||¦§'.repeat(size / 8)}\nA\n`,
  },
  {
    what: 'backslashes before quotes',
    format: 'csv',
    of: (size) => column(`"${'\\"'.repeat(4 * size)}"`),
  },
  {
    what: 'lone line ends in a row',
    format: 'csv',
    of: (size) => `name,x\n${'A,1\n'.repeat(60)}B${',1\r'.repeat(size)}\n`,
  },
  {
    what: 'one long line that is not UTF-8, in small chunks',
    format: 'csv',
    of: (size) => Buffer.from(`name,x\nA,\xf4${'b'.repeat(10 * size)}`, 'latin1'),
    pieceBytes: 3,
  },
  {
    what: 'combining marks in a value that a condition compares',
    format: 'csv',
    of: (size) => column('a\u0301\u0316'.padEnd(6 * size, '\u0301\u0316')),
    where: 'x=b',
  },
  {
    what: 'combining marks in the name of a field',
    format: 'jsonl',
    of: (size) =>
      `{"name":"A","${'\u0301\u0316'.repeat(Math.min(size, 250))}":1,"${'\u0316\u0301'.repeat(3 * size)}":1}`,
  },
  {
    what: 'many mapped columns that are missing in rows with many fields',
    format: 'jsonl',
    of: (size) => `{"name":"A"${Array.from({ length: size }, (_, at) => `,"f${at}":1`).join('')}}`,
    mapping: `code=f0,${Array.from({ length: 40 }, (_, at) => `extra.x${at}=absent${at}`).join()}`,
  },
  {
    what: 'a long column name that is similar to the mapped name',
    format: 'csv',
    of: (size) => `name${',ab'.repeat(size / 8)}\nA\n`,
    mapping: `code=${'b'.repeat(900)}`,
  },
]

test.each(DOCUMENTS)('reads $what in linear time', async ({ format, of, pieceBytes, mapping, where }) => {
  const options = {
    format,
    ...(pieceBytes === undefined ? {} : { pieceBytes }),
    ...(mapping === undefined ? {} : { mapping: parseMapping(mapping.split(',')) }),
    ...(where === undefined ? {} : { where: parseWhere([where]) }),
  }
  const cpuOf = async (size: number): Promise<number> => {
    const document = of(size)
    const begun = process.cpuUsage()
    await read(document, options)
    const { user, system } = process.cpuUsage(begun)
    return (user + system) / 1_000
  }
  // With quadratic time, a document of ten times the size would take a hundred times as long.
  const isSlow = async (): Promise<boolean> => (await cpuOf(SIZE * 10)) > 30 * Math.max(8, await cpuOf(SIZE))
  expect((await isSlow()) && (await isSlow()) && (await isSlow())).toBe(false)
})

test('reads a list with more entries than a function call accepts arguments', async () => {
  const names = Array(200_000).fill('"b"').join()
  const { records, failures } = await read(`{"name":"A","altNames":[${names}]}`)
  expect(failures).toEqual([])
  expect(records[0]?.altNames).toHaveLength(200_000)
})

test('endless open brackets need little memory and end with the document', async () => {
  const { thrown, items } = await read(`[{"name":"A"},${'[{"a":'.repeat(1_000_000)}`, { format: 'json' })
  expect([thrown, items.length]).toEqual(['truncated_json', 1])
})

test('errors before the first row are not held back without end', async () => {
  let pieces = 0
  function* broken(): Generator<Buffer> {
    yield Buffer.from('code,name\n')
    for (; pieces < 1_000; pieces++) yield Buffer.from('1\n'.repeat(1_000))
  }
  for await (const item of readFeed(Readable.from(broken()))) {
    expect(item).toMatchObject({ error: { code: 'too_few_columns' } })
    break
  }
  expect(pieces).toBeLessThan(100)
})
