import { few } from '@utpid/testing'
import { expect, test } from 'vitest'
import { readXml } from '../../src/xml/read-xml.ts'
import { inPieces, noClock, readRows } from '../support/read-rows.ts'

const LAUGHS = `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "ha">${Array.from(
  { length: 9 },
  (_, at) => `<!ENTITY a${at} "${`&a${at - 1};`.repeat(10)}">`,
).join('')}]>`

test.each([
  ['nested entities', `${LAUGHS}<r><hotel><n>A</n></hotel><hotel><n>&a8;</n></hotel></r>`],
  [
    'an entity of a file',
    '<!DOCTYPE r [<!ENTITY f SYSTEM "file:///etc/passwd">]><r><hotel><n>A</n></hotel><hotel><n>&f;</n></hotel></r>',
  ],
  ['an entity in an attribute', '<!DOCTYPE r [<!ENTITY f "x">]><r><hotel><n>A</n></hotel><hotel n="&f;"/></r>'],
])('%s is refused, after the records before it', async (_, xml) => {
  const found = await readRows(readXml(inPieces(xml), { records: 'hotel', clock: noClock }))
  expect([found.rows, found.thrown]).toEqual([[{ n: 'A' }], 'xml_entities'])
  expect(found.message).toMatch(/DOCTYPE/)
})

test('entities that are defined and not used are no error', async () => {
  const found = await readRows(readXml(inPieces(`${LAUGHS}<r><hotel><n>A</n></hotel></r>`), { clock: noClock }))
  expect([found.rows, found.thrown]).toEqual([[{ n: 'A' }], undefined])
})

const MEGABYTE = 1_000_000
/** The long run reads more. */
const MEGABYTES = few(40)
const MEMORY_BYTES = 100 * MEGABYTE

interface Hostile {
  readonly what: string
  readonly start: string
  readonly part: string
  readonly end: string
  readonly thrown?: string
  readonly failures?: readonly string[]
}

const RECORD = '<hotel id="1"/>'

const HOSTILE: readonly Hostile[] = [
  { what: 'a text outside records', start: `<r>${RECORD}`, part: 'x', end: `</r>` },
  {
    what: 'a text in a record',
    start: `<r>${RECORD}<hotel><n>`,
    part: 'x',
    end: '</n></hotel></r>',
    failures: ['1:line_too_long'],
  },
  { what: 'a comment', start: `<r>${RECORD}<!--`, part: 'x', end: '--></r>' },
  { what: 'an instruction', start: `<r>${RECORD}<?p `, part: 'x', end: '?></r>' },
  { what: 'an attribute', start: `<r>${RECORD}<hotel n="`, part: 'x', end: '"/></r>', failures: ['1:line_too_long'] },
  {
    what: 'attributes',
    start: `<r>${RECORD}<hotel `,
    part: 'abcd="" ',
    end: '/></r>',
    failures: ['1:too_many_columns'],
  },
  { what: 'a DOCTYPE', start: '<!DOCTYPE r [', part: '<!ENTITY a "b">', end: `]><r>${RECORD}</r>` },
  { what: 'a name', start: `<r>${RECORD}<`, part: 'x', end: '/></r>', thrown: 'invalid_xml' },
  { what: 'an entity', start: `<r>${RECORD}<hotel>&`, part: 'x', end: ';</hotel></r>', thrown: 'invalid_xml' },
  { what: 'open elements', start: `<r>${RECORD}<hotel>`, part: '<a>', end: '', thrown: 'invalid_xml', failures: [] },
  {
    what: 'elements in a record',
    start: `<r>${RECORD}<hotel>`,
    part: '<a>1</a>',
    end: '</hotel></r>',
    failures: ['1:line_too_long'],
  },
  { what: 'different elements outside records', start: `<r>${RECORD}`, part: '<a/><b/><c x=""/>', end: '</r>' },
  {
    what: 'character references',
    start: `<r>${RECORD}<hotel>`,
    part: '&#120;',
    end: '</hotel></r>',
    failures: ['1:line_too_long'],
  },
]

test.each([
  ['a comment', `<!--${'x'.repeat(2_000_000)}-->`],
  ['an instruction', `<?p ${'x'.repeat(2_000_000)}?>`],
])('%s of 2 MB before a record does not harm it', async (_, token) => {
  const xml = `<r>${RECORD}${token}${RECORD}${RECORD}</r>`
  const { rows, failures } = await readRows(readXml(inPieces(xml), { clock: noClock }))
  expect([rows.length, failures]).toEqual([3, []])
})

test('a document whose first element is far from its start is refused, not empty', async () => {
  const xml = `<!DOCTYPE r [${'<!ENTITY a "b">'.repeat(30_000)}]><r>${RECORD}${RECORD}</r>`
  const found = await readRows(readXml(inPieces(xml), { clock: noClock }))
  expect([found.rows, found.thrown]).toEqual([[], 'unknown_records'])
})

test.each(HOSTILE)('endless: $what, in bounded memory', async ({ start, part, end, thrown, failures = [] }) => {
  const piece = Buffer.from(part.repeat(Math.ceil(65_536 / part.length)))
  let largest = 0
  async function* pieces(): AsyncGenerator<Buffer> {
    yield Buffer.from(start)
    for (let bytes = 0; bytes < MEGABYTES * MEGABYTE; bytes += piece.length) {
      yield piece
      largest = Math.max(largest, process.memoryUsage().heapUsed)
    }
    yield Buffer.from(end)
  }
  const before = process.memoryUsage().heapUsed
  const found = await readRows(readXml(pieces(), { records: 'hotel', clock: noClock }))
  expect([found.rows, found.thrown, found.failures]).toEqual([[{ id: '1' }], thrown, failures])
  expect(largest - before).toBeLessThan(MEMORY_BYTES)
})

test.each([
  ['elements with different names', (size: number) => Array.from({ length: size }, (_, at) => `<a${at}/>`).join('')],
  [
    'elements with the names of attributes',
    (size: number) => {
      const names = Array.from({ length: Math.min(size, 1_900) }, (_, at) => `a${at}`)
      return `<x ${names.map((name) => `${name}=""`).join(' ')}>${names.map((name) => `<${name}/>`).join('')}${'<y/><y/>'.repeat(size)}</x>`
    },
  ],
  [
    'elements with different prefixes',
    (size: number) => Array.from({ length: size }, (_, at) => `<p${at}:a/>`).join(''),
  ],
  ['unknown entities', (size: number) => '<a>&x;</a>'.repeat(size)],
])('reads a record of %s in linear time', async (_, of) => {
  const cpuOf = async (size: number): Promise<number> => {
    const xml = `<r><hotel>${of(size)}</hotel></r>`
    const begun = process.cpuUsage()
    await readRows(readXml(inPieces(xml), { records: 'hotel', clock: noClock }))
    const { user, system } = process.cpuUsage(begun)
    return (user + system) / 1_000
  }
  const isSlow = async (): Promise<boolean> => (await cpuOf(20_000)) > 30 * Math.max(5, await cpuOf(2_000))
  expect((await isSlow()) && (await isSlow()) && (await isSlow())).toBe(false)
})

test('batches are small, so that other work gets its turn', async () => {
  const xml = `<r>${RECORD.repeat(100_000)}</r>`
  const found = await readRows(readXml(inPieces(xml, 10 * MEGABYTE), { clock: noClock }))
  expect(found.rows.length).toBe(100_000)
  expect(found.largestBatch).toBeLessThan(10_000)
})

test('an aborted reading throws the reason', async () => {
  const controller = new AbortController()
  const reader = readXml(inPieces(`<r>${RECORD.repeat(100_000)}</r>`), { clock: noClock, signal: controller.signal })
  await reader.next()
  controller.abort(new Error('stopped'))
  await expect(async () => {
    for await (const _ of reader);
  }).rejects.toThrow('stopped')
})
