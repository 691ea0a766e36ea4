import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFeedStats, FEED_LIMITS, readFeed } from '@utpid/feed'
import { few, runs } from '@utpid/testing'
import { skippableFrame, writeZip, zstd, zstdBomb } from '@utpid/testing/files'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collect, gzip, read } from '../support/feed-text.ts'

const LINES = Array.from({ length: 60 }, (_, at) => JSON.stringify({ code: `${at * 7919}`, name: `Hotel ${at}` }))
const RECORDS = LINES.map((line) => JSON.parse(line) as Record<string, unknown>)
const TEXT = `${LINES.join('\n')}\n`

/** TEXT, packed by the program `zstd -19`: with Huffman codes, sequences and a checksum. */
const ZSTD_19 = Buffer.from(
  [
    'KLUv/QRoFQoA5ho6GJApGQ7X8/6K2byraLdSSplSSgbUfj8OSjwALwAvABOhWDcuxjhivLaKDS1qww3xrUzrX7yP/3pZRtbOpySVvtVqCAdDAD',
    'hQUGAwAAGBBEOAIQYBQ8GAQYFhQS3uUiSyMw476oQuevD81JQpj6hyOhJJo2esokgwqPTaxHEafXpWiitzjPA7Dc0BldtSk+vZwzTV2blGzHDI',
    'yKozUVDJiui0ES2pKU7vZTOumCXtsBOWwv1a5Dsa8wmEg6E+coTOaH1e6i63uP7vv75Qhv3E1Hii2fYSajger1d5DSIyt6Bxaxyxh5b7D3eoEX',
    'BsAcGXdgPQFYY1EBBhRIi06AOng2AJR5hTJIETlnCEE9ybAROYwAQjGGHUgAlMMIIRTODCn8hRMNJdpYsADUQYFB/IGhIMLliGbCVSgkFelcGu',
    'AhdtPCY=',
  ].join(''),
  'base64',
)

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'utpid-unpack-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

async function file(name: string, content: Buffer): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

const JUNK = [
  { name: '__MACOSX/._a.jsonl', content: 'x' },
  { name: 'folder/', content: '' },
  { name: '.DS_Store', content: 'x' },
]

test.each<[string, Buffer]>([
  ['zstd of the program', ZSTD_19],
  ['zstd in raw blocks', zstd(TEXT)],
  ['zstd in tiny blocks', zstd(TEXT, { blockBytes: 3 })],
  [
    'zstd in several frames',
    Buffer.concat([zstd(TEXT.slice(0, 333)), skippableFrame('a note'), zstd(TEXT.slice(333))]),
  ],
  ['zstd after a skippable frame', Buffer.concat([skippableFrame(''), ZSTD_19])],
  ['zstd with an empty frame', Buffer.concat([zstd(''), ZSTD_19])],
  ['zip', writeZip([{ name: 'a.jsonl', content: TEXT }])],
  [
    'zip of a stored file, beside files of no data',
    writeZip([...JUNK, { name: 'folder/a', content: TEXT, deflate: false }]),
  ],
  ['zip of gzip', writeZip([{ name: 'a.jsonl.gz', content: gzip(TEXT) }])],
  ['zip of zip', writeZip([{ name: 'a.zip', content: writeZip([{ name: 'a.jsonl', content: TEXT }]) }])],
  ['gzip of gzip', gzip(gzip(TEXT))],
  ['gzip of zip', gzip(writeZip([{ name: 'a.jsonl', content: TEXT }]))],
  ['zstd of gzip', zstd(gzip(TEXT))],
])('reads %s, however it is split into chunks, and from a file', async (_, packed) => {
  for (const pieceBytes of [64 * 1024, 1, 7]) {
    expect(await read(packed, { pieceBytes })).toMatchObject({ records: RECORDS, failures: [], thrown: undefined })
  }
  const stats = createFeedStats()
  const path = await file('packed', packed)
  expect(await collect(readFeed(path, { stats }))).toMatchObject({ records: RECORDS, thrown: undefined })
  expect(stats.bytesUnpacked).toBe(TEXT.length)
})

test('any table is the same rows whichever way it is packed', async () => {
  const cell = fc.stringMatching(/^[a-z ,;"é]{0,8}$/)
  const table = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(table, fc.integer({ min: 1, max: 50 }), async (rows, pieceBytes) => {
      const quoted = rows.map((row, at) => [`${at}`, ...row].map((each) => `"${each.replaceAll('"', '""')}"`).join())
      const csv = ['code,name,x', ...quoted].join('\n')
      const plain = await read(csv)
      expect(plain.records.length).toBe(rows.length)
      for (const packed of [
        gzip(csv),
        zstd(csv, { blockBytes: pieceBytes }),
        writeZip([{ name: 'a.csv', content: csv }]),
      ]) {
        expect(await read(packed, { pieceBytes })).toEqual(plain)
      }
    }),
    runs(few(40)),
  )
})

const TWO = writeZip([
  { name: 'feed/hotels.jsonl', content: TEXT },
  { name: 'feed/rooms.csv', content: 'code,name\n1,A\n' },
])

test('a zip archive of several files is refused with their names, and read where one is named', async () => {
  const refused = await read(TWO)
  expect(refused).toMatchObject({ thrown: 'several_files', records: [] })
  expect(refused.message).toBe(
    'the stream is a zip archive of 2 files ("feed/hotels.jsonl", "feed/rooms.csv"); name the one to read with the option entry.',
  )
  expect((await read(TWO, { entry: 'hotels.jsonl' })).records).toEqual(RECORDS)
  expect((await read(TWO, { entry: 'feed/rooms.csv' })).records).toEqual([{ code: '1', name: 'A' }])
  expect(await read(TWO, { entry: 'rates.csv' })).toMatchObject({ thrown: 'unknown_entry' })
  expect(await read(TEXT, { entry: 'rates.csv' })).toMatchObject({ thrown: 'unknown_entry' })
  expect(await read(writeZip(JUNK))).toMatchObject({ thrown: 'no_file_inside' })
})

test.each<[string, Buffer, string, number]>([
  [
    'zstd with another checksum of a block type',
    Buffer.concat([zstd(TEXT.slice(0, 400)), Buffer.of(1, 2, 3, 4)]),
    'broken_compression',
    400,
  ],
  ['zstd with damaged codes', Buffer.from(ZSTD_19).fill(0xff, 20, 60), 'broken_compression', 0],
  ['zstd that ends in a block', zstd(TEXT, { blockBytes: 100 }).subarray(0, 900), 'truncated_compression', 800],
  ['zstd that ends after its magic', zstd(TEXT).subarray(0, 5), 'truncated_compression', 0],
  [
    'zip with another checksum',
    writeZip([{ name: 'a', content: TEXT, claimedSum: 7 }]),
    'broken_compression',
    TEXT.length,
  ],
  [
    'zip with another size',
    writeZip([{ name: 'a', content: TEXT, claimedBytes: 7 }]),
    'broken_compression',
    TEXT.length,
  ],
  ['zip that ends too early', writeZip([{ name: 'a', content: TEXT }]).subarray(0, 100), 'truncated_compression', 0],
  ['gzip, three times', gzip(gzip(gzip(TEXT))), 'too_many_layers', 0],
  [
    'zip in zip in gzip',
    gzip(writeZip([{ name: 'a', content: writeZip([{ name: 'b', content: TEXT }]) }])),
    'too_many_layers',
    0,
  ],
  ['zstd with a window of 256 MB', zstd(TEXT, { windowLog: 28 }), 'zstd_window_too_large', 0],
])('%s: reads the items before, then throws %3$s', async (_, packed, code, bytes) => {
  const whole = LINES.filter((_line, at) => LINES.slice(0, at + 1).join('\n').length < bytes).length
  for (const pieceBytes of [64 * 1024, 3]) {
    const { records, thrown, failures } = await read(packed, { pieceBytes, format: 'jsonl' })
    expect(thrown).toBe(code)
    expect(failures.length).toBeLessThanOrEqual(1)
    expect(records).toEqual(RECORDS.slice(0, records.length))
    expect(records.length).toBeGreaterThanOrEqual(whole - 1)
  }
})

test('bombs are refused after 100 MB, with bounded time', async () => {
  const begun = process.cpuUsage()
  const bomb = zstdBomb(20_000)
  const stats = createFeedStats()
  expect(await read(bomb, { stats })).toMatchObject({ thrown: 'expands_too_far', records: [] })
  expect(stats.bytesUnpacked).toBeLessThanOrEqual(FEED_LIMITS.unpackedFreeBytes + 128 * 1024)
  expect(await read(writeZip([{ name: 'bomb.zst', content: bomb }]))).toMatchObject({ thrown: 'expands_too_far' })
  const { user, system } = process.cpuUsage(begun)
  expect((user + system) / 1_000).toBeLessThan(20_000)
})

test('many zstd frames of nothing take bounded time', async () => {
  const begun = process.cpuUsage()
  const { thrown } = await read(Buffer.concat(Array.from({ length: few(100_000) }, () => zstd(''))))
  expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(few(10_000))
  expect([undefined, 'broken_compression']).toContain(thrown)
})

test('many tiny zstd blocks in a large window take bounded time', async () => {
  const begun = process.cpuUsage()
  const hostile = zstdBomb(few(200_000), { windowLog: 27, blockBytes: 1 })
  expect(await read(hostile)).toMatchObject({ thrown: expect.stringMatching(/^(?:broken_compression|no_)|undefined/) })
  const { user, system } = process.cpuUsage(begun)
  expect((user + system) / 1_000).toBeLessThan(few(40_000))
})

test('a compression of 300 times, as constant columns have, is read', async () => {
  const lines = `${LINES[0]}\n`.repeat(20_000)
  const packed = gzip(lines)
  expect(lines.length / packed.length).toBeGreaterThan(150)
  expect((await read(packed)).records.length).toBe(20_000)
})

test('temporary files are removed, also when reading stops early or fails', async () => {
  const temporary = async (): Promise<string[]> =>
    (await readdir(tmpdir())).filter((name) => name.startsWith('utpid-feed-') && name.length > 0)
  const before = new Set(await temporary())
  const packed = writeZip([{ name: 'a.jsonl', content: TEXT }])
  async function* source(): AsyncGenerator<Buffer> {
    yield packed
  }
  for await (const item of readFeed(source())) {
    expect(item.line).toBe(1)
    break
  }
  await read(TWO)
  await read(packed.subarray(0, 90))
  const own = (await temporary()).filter((name) => !before.has(name))
  // Other tests may create such folders at the same time, but not three that stay.
  expect(own.length).toBeLessThan(3)
})
