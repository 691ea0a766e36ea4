import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RawItem } from '../../src/item/feed-item.ts'
import { BLOCK_BYTES } from '../../src/json/parse-json-block.ts'
import { parseJsonObject } from '../../src/json/parse-json-object.ts'
import { isBlank, readJsonLines } from '../../src/json/read-json-lines.ts'
import { inPieces, noClock } from '../support/read-rows.ts'

const LINE_FEED = 0x0a

async function readLines(bytes: Buffer, pieceBytes: number): Promise<RawItem[]> {
  const items: RawItem[] = []
  for await (const batch of readJsonLines(inPieces(bytes, pieceBytes), LINE_FEED, noClock)) items.push(...batch)
  return items
}

/** Reads each line by itself, as the reader must. */
function expectedItems(bytes: Buffer): RawItem[] {
  const items: RawItem[] = []
  let line = 1
  for (let from = 0; from < bytes.length; line++) {
    const end = bytes.indexOf(LINE_FEED, from)
    const to = end === -1 ? bytes.length : end
    const text = bytes.subarray(from, bytes[to - 1] === 0x0d && to > from ? to - 1 : to)
    if (!isBlank(text)) items.push(parseJsonObject(line, text, noClock))
    from = to + 1
  }
  return items
}

const deep = (levels: number): string => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`
const line = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc.dictionary(fc.string(), fc.jsonValue()).map((row) => JSON.stringify(row)),
  fc.constantFrom(
    '',
    ' \t',
    '{}',
    '{"a":1},{"b":2}',
    '{"a":[1',
    '2]}',
    '{"code":9007199254740993}',
    '{"code":"9007199254740993","n":-12345678901234567890.5}',
    '{"code":123456789012345}',
    '{"a":"\u0000"}',
    '{"é":"日本 😀"}',
    '{"type":"Feature","properties":{"name":"A"},"geometry":null}',
    '{"__proto__":1}',
    '{"a":{"b":{"c":[{}]}}}',
    '123',
    'null',
    '[{}]',
    '{"a":"[{"}',
    ' {"a":1} ',
    '{"a":1}\u00a0',
    deep(63),
    deep(64),
    deep(65),
    `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`,
    `{"${'n'.repeat(1_000)}":1}`,
    `{"${'n'.repeat(1_001)}":1}`,
    `{"${'é'.repeat(1_001)}":1}`,
    `{"a":"${'x'.repeat(100_000)}"}`,
    `{"a":"${'x'.repeat(100_001)}"}`,
  ),
)

test('lines are read together as each is read by itself, however the source is split', async () => {
  const end = fc.constantFrom('\n', '\n', '\r\n', '\n\n', `${'\n'.repeat(40)}`)
  const lines = fc.array(fc.tuple(line, end), { maxLength: 30 })
  const pieceBytes = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 100, max: 300_000 }))
  const broken = fc.option(fc.nat({ max: 2_000 }), { nil: undefined, freq: 4 })
  await fc.assert(
    fc.asyncProperty(lines, pieceBytes, broken, async (parts, size, brokenAt) => {
      const bytes = Buffer.from(parts.map(([text, ending]) => text + ending).join(''))
      // A byte that UTF-8 never has.
      if (brokenAt !== undefined && brokenAt < bytes.length && bytes[brokenAt] !== LINE_FEED) bytes[brokenAt] = 0xff
      const pieces = bytes.length > 100_000 ? Math.max(size, 1_000) : size
      expect(await readLines(bytes, pieces)).toEqual(expectedItems(bytes))
    }),
    { numRuns: 300 },
  )
})

test('a number too long for a double stays exact anywhere in a block', async () => {
  for (let shift = 0; shift < 40; shift++) {
    const text = `{"s":"${'x'.repeat(shift)}","code":9007199254740993}\n{"code":1}\n`
    const [first] = await readLines(Buffer.from(text), BLOCK_BYTES)
    expect(first).toMatchObject({ line: 1, row: { code: '9007199254740993' } })
  }
})

test('lines longer than a block are read', async () => {
  const text = `{"a":"${'é'.repeat(BLOCK_BYTES)}"}\n{"a":1}\n{"a":"${'x'.repeat(2 * BLOCK_BYTES)}"}`
  const items = await readLines(Buffer.from(text), 1_000_000)
  expect(items.map((item) => ('row' in item ? [item.line, String(item.row.a).length] : item))).toEqual([
    [1, BLOCK_BYTES],
    [2, 1],
    [3, 2 * BLOCK_BYTES],
  ])
})
