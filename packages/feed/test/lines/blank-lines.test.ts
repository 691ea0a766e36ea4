import { readFeed } from '@utpid/feed'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LINE_FEED, linesOfRun, splitLines } from '../../src/lines/split-lines.ts'
import { read } from '../support/feed-text.ts'
import { inPieces } from '../support/read-rows.ts'

const MEGABYTE = 1_000_000
/** Without runs of blank lines, 10 MB of them take some 3.5 s. */
const MILLISECONDS = 2_000

test.each([
  ['CSV', 'code,name\nA,Hotel\n', '\n', '\nB,Hotel\n'],
  ['CSV with CRLF', 'code,name\r\nA,Hotel\r\n', '\r\n', '\r\nB,Hotel\r\n'],
  ['CSV with spaces', 'code,name\nA,Hotel\n', ' \n', '\nB,Hotel\n'],
  ['JSON Lines', '{"code":"A","name":"Hotel"}\n', '\n', '\n{"code":"B","name":"Hotel"}\n'],
])('10 MB of blank lines in %s are skipped quickly', async (_, start, blank, end) => {
  const begun = process.cpuUsage()
  const { records, failures, items } = await read(start + blank.repeat((10 * MEGABYTE) / blank.length) + end)
  const { user } = process.cpuUsage(begun)
  expect([records.map(({ code }) => code), failures]).toEqual([['A', 'B'], []])
  const lines = start.split('\n').length - 1
  expect(items.map(({ line }) => line)).toEqual([lines, lines + (10 * MEGABYTE) / blank.length + 2])
  expect(user / 1_000).toBeLessThan(MILLISECONDS)
})

test('blank lines in quotes stay, and a quote that is never closed does not make them slow', async () => {
  const gap = '\n'.repeat(100)
  const kept = await read(`code,name\nA,"Hotel${gap}B"\nC,D\n`)
  expect(kept.records).toEqual([
    { code: 'A', name: `Hotel${gap}B` },
    { code: 'C', name: 'D' },
  ])
  const open = await read(`code,name\nA,"Hotel\n${'\n'.repeat(100_000)}B,Hotel\n`)
  expect([open.failures, open.records]).toEqual([['2:unclosed_quote'], [{ code: 'B', name: 'Hotel' }]])
})

test('the lines are the same, however the source is split into chunks', async () => {
  const part = fc.oneof(
    fc.constantFrom('\n', '\r\n', ' \n', '\t\r\n', 'a\n', ' b \n', '\r\r\n'),
    fc.integer({ min: 1, max: 60 }).map((count) => '\n'.repeat(count)),
    fc.integer({ min: 1, max: 60 }).map((count) => ' \r\n'.repeat(count)),
    fc.integer({ min: 200, max: 600 }).map((count) => ' '.repeat(count)),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(part), fc.integer({ min: 1, max: 300 }), async (parts, pieceBytes) => {
      const text = parts.join('')
      const found: [number, string][] = []
      for await (const lines of splitLines(inPieces(text, pieceBytes))) {
        for (const run of lines) for (const { line, bytes } of linesOfRun(run)) found.push([line, bytes.toString()])
      }
      const expected = text.split('\n').map((line, at): [number, string] => [at + 1, line.replace(/\r$/, '')])
      if (text === '' || text.charCodeAt(text.length - 1) === LINE_FEED) expected.pop()
      expect(found).toEqual(expected)
    }),
  )
})

test.each([
  ['CSV', 'code,name\nA,Hotel\nB,Hotel\n'],
  ['CSV with a delimiter of its own', 'code;name\r\nA;Hotel\r\nB;Hotel\r\n'],
  ['JSON Lines', '{"code":"A","name":"Hotel"}\n{"code":"B","name":"Hotel"}\n'],
  ['JSON', '[{"code":"A","name":"Hotel"},\n{"code":"B","name":"Hotel"}]'],
  ['JSON in an envelope', '{"hotels":[{"code":"A","name":"Hotel"},\n{"code":"B","name":"Hotel"}]}'],
  ['XML', '<hotels><hotel><code>A</code><name>H</name></hotel><hotel><code>B</code><name>H</name></hotel></hotels>'],
])('%s is recognized after 2 MB of blank lines', async (_, text) => {
  for (const blank of ['\n', ' \r\n']) {
    const { records, failures, thrown } = await read(blank.repeat((2 * MEGABYTE) / blank.length) + text)
    expect([records.map(({ code }) => code), failures, thrown]).toEqual([['A', 'B'], [], undefined])
  }
})

test('a pipe of blank lines is not held in memory without end', async () => {
  let pieces = 0
  async function* endless(): AsyncGenerator<Buffer> {
    const blank = Buffer.alloc(MEGABYTE, '\n')
    for (; pieces < 40; pieces++) yield blank
    yield Buffer.from('{"code":"A","name":"Hotel"}\n')
  }
  const rows: unknown[] = []
  for await (const item of readFeed(endless())) rows.push(item)
  expect(rows).toMatchObject([{ line: 40 * MEGABYTE + 1, record: { code: 'A' } }])
})
