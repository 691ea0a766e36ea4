import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FeedFormat, parseMapping, parseWhere, readFeed } from '@utpid/feed'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { collect, gzip, read } from '../support/feed-text.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'utpid-feed-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

async function file(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

test('distinguishes a missing file, a folder and a file used as a folder, with their path', async () => {
  const missing = join(folder, 'none.jsonl')
  expect(await collect(readFeed(missing))).toMatchObject({
    thrown: 'file_not_found',
    message: expect.stringContaining(missing),
  })
  expect(await collect(readFeed(folder))).toMatchObject({
    thrown: 'is_a_folder',
    message: expect.stringContaining(folder),
  })
  const inside = join(await file('a.csv', 'name\nA'), 'b.csv')
  expect(await collect(readFeed(inside))).toMatchObject({ thrown: 'file_not_found' })
})

test.each<[string, string | Buffer, string]>([
  ['text.jsonl.gz', '{"name":"A"}', 'not_gzip'],
  ['empty.csv.gz', '', 'not_gzip'],
  ['damaged.jsonl.gz', Buffer.concat([gzip('{"name":"A"}').subarray(0, 10), Buffer.alloc(20, 0xff)]), 'broken_gzip'],
  ['garbage-behind.jsonl.gz', Buffer.concat([gzip('{"name":"A"}'), Buffer.from('garbage')]), 'broken_gzip'],
  ['head-only.jsonl.gz', gzip('{"name":"A"}').subarray(0, 6), 'truncated_gzip'],
  ['book.csv', Buffer.from('PK\x03\x04 and more'), 'truncated_compression'],
  ['feed.csv', Buffer.from('BZh91AY&SY'), 'unsupported_compression'],
  ['feed.xml', '<?xml version="1.0"?><hotels><hotel>', 'truncated_xml'],
  ['broken.xml', '<hotels><hotel></hotels>', 'invalid_xml'],
  ['book.xlsx', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]), 'unsupported_workbook'],
  ['cut.parquet', Buffer.from('PAR1\x15\x04\x15'), 'invalid_parquet'],
  ['page.csv', '\n <!DOCTYPE html>\n<html>', 'unsupported_format'],
  ['photo.json', Buffer.from(Array.from({ length: 1_000 }, (_, at) => (at * at * 31) % 256)), 'unsupported_format'],
  ['utf-32.csv', Buffer.from([0xff, 0xfe, 0, 0, 0x6e, 0, 0, 0]), 'unsupported_encoding'],
  ['no-header.csv', 'Hotel A;Paris\nHotel B;Lyon\n', 'no_usable_column'],
  ['places-only.csv', 'city,country\nParis,FR\n', 'no_usable_column'],
  ['cut.json', '[{"name":"A"},{"name":"B', 'truncated_json'],
])('%s fails as a whole with %3$s', async (name, content, code) => {
  const path = await file(name, content)
  expect(await collect(readFeed(path))).toMatchObject({ thrown: code, message: expect.stringContaining(path) })
})

test('closes an abandoned source without a further error, which would hide the reason', async () => {
  const ends: string[] = []
  async function* source(): AsyncGenerator<Buffer> {
    try {
      for (;;) yield Buffer.from('colour;size\nred;1\n')
    } catch (error) {
      ends.push(String(error))
      throw error
    } finally {
      ends.push('ended')
    }
  }
  const read = readFeed(source(), { format: 'csv' })
  await expect(read.next()).rejects.toMatchObject({ code: 'no_usable_column' })
  await vi.waitFor(() => expect(ends).toEqual(['ended']))
})

test('gzip truncated anywhere yields its complete lines, then throws', async () => {
  const lines = Array.from({ length: 500 }, (_, at) => JSON.stringify({ code: `${at * 7919}`, name: `Hotel ${at}` }))
  const whole = gzip(`${lines.join('\n')}\n`)
  let before = -1
  for (const part of [0.25, 0.5, 0.75, 1]) {
    const cut = await read(whole.subarray(0, Math.floor(whole.length * part) - 4))
    expect(cut.thrown).toBe('truncated_gzip')
    expect(cut.records).toEqual(lines.slice(0, cut.records.length).map((line) => JSON.parse(line)))
    expect(cut.records.length).toBeGreaterThan(before)
    before = cut.records.length
  }
  expect(before).toBe(500)
})

test('truncated JSON yields its complete elements, then throws', async () => {
  const { records, thrown } = await read('[{"name":"A"},{"name":"B"},{"na')
  expect(records).toEqual([{ name: 'A' }, { name: 'B' }])
  expect(thrown).toBe('truncated_json')
})

test('rejects a mapping or condition with a missing column, and suggests the most similar name', async () => {
  const csv = 'nom_commercial,ville,x\nA,Paris,1\n'
  const mapped = await read(csv, { mapping: parseMapping(['name=nom_comercial']) })
  expect(mapped).toMatchObject({
    thrown: 'unknown_column',
    records: [],
    message: expect.stringContaining('"nom_commercial"'),
  })
  expect(await read(csv, { where: parseWhere(['vile=Paris']) })).toMatchObject({
    thrown: 'unknown_column',
    records: [],
  })
  expect(await read('{"nom":"A"}', { mapping: parseMapping(['name=nm']) })).toMatchObject({ thrown: 'unknown_column' })
  expect(await read('{"a":1,"c":3}\n{"b":2}', { where: parseWhere(['a=9', 'b=2']) })).toMatchObject({
    thrown: undefined,
  })
})

test('reading ends with the reason of the signal, before and while reading', async () => {
  const reason = new Error('enough')
  await expect(readFeed(folder, { signal: AbortSignal.abort(reason) }).next()).rejects.toBe(reason)

  const controller = new AbortController()
  async function* endless(): AsyncGenerator<string> {
    for (;;) yield '{"name":"A"}\n'.repeat(10)
  }
  const feed = readFeed(endless(), { signal: controller.signal })
  await feed.next()
  controller.abort(reason)
  await expect(feed.next()).rejects.toBe(reason)
})

test('abandons a silent source when the signal is aborted, and throws an error of the source', async () => {
  const controller = new AbortController()
  const silent = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) }
  const waiting = readFeed(silent as AsyncIterable<string>, { signal: controller.signal }).next()
  controller.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')

  async function* failing(): AsyncGenerator<string> {
    yield '{"name":"A"}\n{"name":"B"}\n'
    throw new Error('connection lost')
  }
  expect(await collect(readFeed(failing()))).toMatchObject({
    thrown: 'read_failed',
    records: [{ name: 'A' }, { name: 'B' }],
    message: expect.stringContaining('connection lost'),
  })
})

test('a source is closed when its reader stops early', async () => {
  let closed = false
  async function* source(): AsyncGenerator<string> {
    try {
      for (;;) yield '{"name":"A"}\n'
    } finally {
      closed = true
    }
  }
  for await (const item of readFeed(source())) {
    expect(item.line).toBe(1)
    break
  }
  await new Promise((resolve) => setImmediate(resolve))
  expect(closed).toBe(true)
})

test('a first line about the feed, and a record with a list, are records', async () => {
  for (const text of ['{"fields":[{"key":"name"}]}\n{"name":"H0"}\n', '{"name":"H0","rooms":[{"key":1}]}\n', '{}\n']) {
    const { records, thrown } = await read(text)
    expect([records.length, thrown]).toEqual([text.split('\n').length - 1, undefined])
  }
})

test.each<[string, FeedFormat, string, string | undefined]>([
  [
    'a list as CSV',
    'csv',
    ' [{"name":"H0"}]',
    'is JSON, but the given format is CSV; use JSON (application/json), or JSON Lines',
  ],
  ['an object as CSV', 'csv', '{"foo": {"bar": [{"name":"H0"}]}}', 'is JSON, but the given format is CSV'],
  ['an empty list as CSV', 'csv', '[]', 'is JSON, but the given format is CSV'],
  ['an empty object as CSV', 'csv', '{}\n', 'is JSON, but the given format is CSV'],
  ['columns in brackets', 'csv', '[Code],[Name]\n1,H0\n', undefined],
  ['columns in braces', 'csv', '{code},{name}\n1,H0\n', undefined],
  [
    'CSV as JSON',
    'json',
    'code,name\n1,H0\n',
    'is not JSON, although the given format is JSON. If it is CSV, use CSV (text/csv).',
  ],
  ['a string as JSON', 'json', '"just a string"', 'is not JSON, although the given format is JSON'],
  ['numbers as JSON', 'json', '[1, 2, 3]', 'is a JSON list, but not of objects'],
  ['CSV as JSON Lines', 'jsonl', 'code,name\n1,H0\n', 'is not JSON, although the given format is JSON. If it is CSV'],
  [
    'a list as JSON Lines',
    'jsonl',
    '[{"name":"H0"},\n{"name":"H1"}]'.replace('\n', ''),
    'is a JSON list, but the given format is JSON Lines; use JSON',
  ],
  ['a broken first line', 'jsonl', 'oops\n{"code":"1","name":"H0"}\n', undefined],
  ['a broken first element', 'json', '[oops, {"code":"1","name":"H0"}]', undefined],
  ['an empty list', 'json', ' [ ]', undefined],
])('a source that contradicts the given format: %s', async (_, format, text, why) => {
  const { thrown, message = '' } = await read(text, { format })
  expect([thrown, why === undefined ? '' : message]).toEqual([
    why === undefined ? undefined : 'wrong_format',
    why === undefined ? '' : expect.stringContaining(why),
  ])
})
