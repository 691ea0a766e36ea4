import { deflateRawSync, gzipSync } from 'node:zlib'
import { skippableFrame, writeZip, type ZipEntry, zstd, zstdBomb } from '@utpid/testing/files'
import { type HostileFile, whole } from './hostile-file.ts'

const TEXT = `code,name\n${Array.from({ length: 200 }, (_, at) => `A${at},Hotel ${at}`).join('\n')}\n`
const MEGABYTE = 1_000_000

/** A deflated run of bytes, made from a smaller one. */
function deflated(megabytes: number, byte = 0x20): Buffer {
  return deflateRawSync(Buffer.alloc(megabytes * MEGABYTE, byte), { level: 9 })
}

function field(archive: Buffer, signature: string, offset: number, bytes: number, value: number): Buffer {
  const changed = Buffer.from(archive)
  const at = changed.lastIndexOf(Buffer.from(signature, 'latin1'))
  if (at !== -1) changed.writeUIntLE(value, at + offset, bytes)
  return changed
}

const END = 'PK\x05\x06'
const CENTRAL = 'PK\x01\x02'
const LOCAL = 'PK\x03\x04'

/** ZIP archives that lie about sizes and places, that overlap, nest and expand. */
export function zipFiles(): HostileFile[] {
  const of = (...entries: readonly ZipEntry[]): Buffer => writeZip(entries)
  const plain = of({ name: 'hotels.csv', content: TEXT })
  const bomb = (megabytes: number): Buffer =>
    of({ name: 'hotels.csv', content: '', packed: deflated(megabytes), claimedBytes: megabytes * MEGABYTE })
  const nested = (levels: number): Buffer =>
    Array.from({ length: levels }).reduce<Buffer>((inner) => of({ name: 'a.zip', content: inner }), plain)
  const named = (name: string): Buffer => of({ name, content: TEXT })
  const cases: readonly (readonly [string, () => Buffer])[] = [
    ...[50, 200, 400].map((megabytes) => [`a bomb of ${megabytes} MB`, () => bomb(megabytes)] as const),
    ['a bomb that claims 10 bytes', () => of({ name: 'a.csv', content: '', packed: deflated(200), claimedBytes: 10 })],
    [
      'a bomb that claims 4 GB',
      () => of({ name: 'a.csv', content: '', packed: deflated(200), claimedBytes: 0xffff_fffe }),
    ],
    ['a bomb in a bomb', () => of({ name: 'a.zip', content: bomb(300) })],
    ['a bomb in gzip', () => gzipSync(bomb(300))],
    ...[2, 3, 20].map((levels) => [`${levels} archives inside each other`, () => nested(levels)] as const),
    ['entries that overlap', () => overlapping(300)],
    ['9,999 entries', () => of(...Array.from({ length: 9_999 }, (_, at) => ({ name: `a${at}.csv`, content: 'x' })))],
    ['20,000 entries', () => of(...Array.from({ length: 20_000 }, (_, at) => ({ name: `a${at}.csv`, content: 'x' })))],
    ['two files', () => of({ name: 'a.csv', content: TEXT }, { name: 'b.csv', content: TEXT })],
    ['the same name twice', () => of({ name: 'a.csv', content: TEXT }, { name: 'a.csv', content: TEXT })],
    ['no file', () => of()],
    ['only folders', () => of({ name: 'a/', content: '' }, { name: 'b/', content: '' })],
    ...[
      '../../etc/passwd',
      '/etc/passwd',
      'C:\\windows\\x.csv',
      '..\\..\\x.csv',
      'a\0b.csv',
      '',
      `${'x'.repeat(60_000)}.csv`,
    ].map((name) => [`the name ${JSON.stringify(name.slice(0, 20))}`, () => named(name)] as const),
    ['a wrong checksum', () => of({ name: 'a.csv', content: TEXT, claimedSum: 1 })],
    ['an encrypted file', () => of({ name: 'a.csv', content: TEXT, flags: 0x801 })],
    ['data that is not deflated', () => of({ name: 'a.csv', content: TEXT, packed: Buffer.from(TEXT) })],
    ['65,535 files claimed', () => field(field(plain, END, 8, 2, 0xffff), END, 10, 2, 0xffff)],
    ['ZIP64 without its records', () => field(plain, END, 16, 4, 0xffff_ffff)],
    ['ZIP64 sizes that lie', () => zip64Lie()],
    ['a directory outside of the file', () => field(plain, END, 16, 4, 0x7fff_ffff)],
    ['a directory of 4 GB', () => field(plain, END, 12, 4, 0xffff_fff0)],
    ['a local header outside of the file', () => field(plain, CENTRAL, 42, 4, 0x7fff_ffff)],
    ['a packed size of 2 GB', () => field(plain, CENTRAL, 20, 4, 0x7fff_ffff)],
    ['an unknown method', () => field(field(plain, CENTRAL, 10, 2, 99), LOCAL, 8, 2, 99)],
    ['a comment longer than the file', () => field(plain, END, 20, 2, 0xffff)],
    ['several disks', () => field(plain, END, 4, 2, 7)],
    ['no directory', () => plain.subarray(0, plain.lastIndexOf(Buffer.from(CENTRAL, 'latin1')))],
    ['only its first bytes', () => Buffer.from('PK\x03\x04')],
    ['only its end', () => plain.subarray(plain.lastIndexOf(Buffer.from(END, 'latin1')))],
    [
      '10,000 ends',
      () => Buffer.concat(Array.from({ length: 10_000 }, () => Buffer.from(END.padEnd(22, '\0'), 'latin1'))),
    ],
  ]
  return cases.map(([what, content]) => whole('ZIP', what, content))
}

/** Entries of a directory that all name one local file. */
function overlapping(count: number): Buffer {
  const one = writeZip([{ name: 'hotels.csv', content: '', packed: deflated(50), claimedBytes: 50 * MEGABYTE }])
  const from = one.lastIndexOf(Buffer.from(CENTRAL, 'latin1'))
  const end = one.lastIndexOf(Buffer.from(END, 'latin1'))
  const entry = one.subarray(from, end)
  const tail = Buffer.from(one.subarray(end))
  tail.writeUInt16LE(count, 8)
  tail.writeUInt16LE(count, 10)
  tail.writeUInt32LE(entry.length * count, 12)
  return Buffer.concat([one.subarray(0, from), ...Array.from({ length: count }, () => entry), tail])
}

/** An entry whose sizes are in an extra field of ZIP64, with 2 to the power of 62 bytes. */
function zip64Lie(): Buffer {
  const one = writeZip([{ name: 'hotels.csv', content: TEXT }])
  const from = one.lastIndexOf(Buffer.from(CENTRAL, 'latin1'))
  const end = one.lastIndexOf(Buffer.from(END, 'latin1'))
  const entry = Buffer.from(one.subarray(from, end))
  entry.writeUInt32LE(0xffff_ffff, 20)
  entry.writeUInt32LE(0xffff_ffff, 24)
  entry.writeUInt16LE(20, 30)
  const extra = Buffer.alloc(20)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(16, 2)
  extra.writeBigUInt64LE(2n ** 62n, 4)
  extra.writeBigUInt64LE(2n ** 62n, 12)
  const tail = Buffer.from(one.subarray(end))
  tail.writeUInt32LE(entry.length + extra.length, 12)
  return Buffer.concat([one.subarray(0, from), entry, extra, tail])
}

/** gzip and zstd data that expands, claims large windows, and is damaged. */
export function streamFiles(): HostileFile[] {
  const gzipped = gzipSync(TEXT)
  const framed = zstd(TEXT)
  const bomb = (megabytes: number): Buffer => gzipSync(Buffer.alloc(megabytes * MEGABYTE, 0x20), { level: 9 })
  const changed = (bytes: Buffer, at: number, value: number): Buffer => {
    const copy = Buffer.from(bytes)
    copy[at] = value
    return copy
  }
  const gzips: readonly (readonly [string, () => Buffer])[] = [
    ...[90, 200, 400].map((megabytes) => [`a bomb of ${megabytes} MB`, () => bomb(megabytes)] as const),
    ['a bomb in a bomb', () => gzipSync(bomb(400))],
    ['five layers', () => gzipSync(gzipSync(gzipSync(gzipSync(gzipped))))],
    ['100,000 empty members', () => Buffer.concat(Array.from({ length: 100_000 }, () => gzipSync('')))],
    ['a bomb of many members', () => Buffer.concat(Array.from({ length: 200 }, () => bomb(2)))],
    [
      'a name of 5 MB',
      () =>
        Buffer.concat([
          changed(gzipped, 3, 8).subarray(0, 10),
          Buffer.alloc(5 * MEGABYTE, 0x61),
          Buffer.of(0),
          gzipped.subarray(10),
        ]),
    ],
    ['a wrong checksum', () => changed(gzipped, gzipped.length - 5, 7)],
    ['a wrong size', () => changed(gzipped, gzipped.length - 1, 0x7f)],
    ['an unknown method', () => changed(gzipped, 2, 3)],
    ['half of it', () => gzipped.subarray(0, gzipped.length / 2)],
    ['its first bytes', () => gzipped.subarray(0, 3)],
    ['text after it', () => Buffer.concat([gzipped, Buffer.from('trailing text')])],
    ['NUL bytes after it', () => Buffer.concat([gzipped, Buffer.alloc(5 * MEGABYTE)])],
  ]
  const zstds: readonly (readonly [string, () => Buffer])[] = [
    ...[700, 4_000, 50_000].map((blocks) => [`a bomb of ${blocks} blocks`, () => zstdBomb(blocks)] as const),
    ['a bomb in gzip', () => gzipSync(zstdBomb(4_000))],
    ...[27, 30, 41].map((windowLog) => [`a window of 2^${windowLog} bytes`, () => zstd(TEXT, { windowLog })] as const),
    ['a bomb with a window of 2^27 bytes', () => zstdBomb(4_000, { windowLog: 27 })],
    ['100,000 frames', () => Buffer.concat(Array.from({ length: 100_000 }, () => zstd('')))],
    ['skippable frames', () => Buffer.concat([...Array.from({ length: 50_000 }, () => skippableFrame('x')), framed])],
    ['a skippable frame that claims 4 GB', () => changed(changed(skippableFrame('abc'), 7, 0xff), 6, 0xff)],
    ['a reserved block', () => changed(framed, 6, (framed[6] ?? 0) | 6)],
    ['blocks that are larger than allowed', () => changed(changed(framed, 7, 0xff), 8, 0xff)],
    ['a dictionary that is absent', () => changed(framed, 4, 3)],
    ['half of it', () => framed.subarray(0, framed.length / 2)],
    ['its first bytes', () => framed.subarray(0, 4)],
    ['text after it', () => Buffer.concat([framed, Buffer.from('trailing text')])],
    ['empty blocks', () => Buffer.concat([framed.subarray(0, 6), Buffer.alloc(3 * MEGABYTE), Buffer.of(1, 0, 0)])],
  ]
  return [
    ...gzips.map(([what, content]) => whole('gzip', what, content)),
    ...zstds.map(([what, content]) => whole('zstd', what, content)),
  ]
}
