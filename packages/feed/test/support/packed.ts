import { crc32, deflateRawSync } from 'node:zlib'

/** A file of a zip archive. */
export interface ZippedFile {
  readonly name: string
  readonly content: string | Buffer
  /** Default: deflated. */
  readonly stored?: boolean
  /** Overrides the checksum, to damage the archive. */
  readonly sum?: number
  /** Overrides the declared size. */
  readonly size?: number
}

/** Creates a zip archive. */
export function zip(files: readonly ZippedFile[]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, stored = false, sum, size } of files) {
    const plain = Buffer.from(content)
    const packed = stored ? plain : deflateRawSync(plain)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(stored ? 0 : 8, 4)
    fields.writeUInt32LE(sum ?? crc32(plain), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(size ?? plain.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), fields, tail, Buffer.from(name)]))
    bodies.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...bodies, central, Buffer.from('PK\x05\x06'), end])
}

const MAX_BLOCK_BYTES = 128 * 1024

/** Creates a zstd frame of raw blocks: packed bytes that are not smaller. */
export function zstd(content: string | Buffer, { windowLog = 20, blockBytes = MAX_BLOCK_BYTES } = {}): Buffer {
  const plain = Buffer.from(content)
  const parts: Buffer[] = [Buffer.of(0x28, 0xb5, 0x2f, 0xfd, 0, (windowLog - 10) << 3)]
  for (let from = 0; from === 0 || from < plain.length; from += blockBytes) {
    const block = plain.subarray(from, from + blockBytes)
    parts.push(blockHeader(0, block.length, from + blockBytes >= plain.length), block)
  }
  return Buffer.concat(parts)
}

/** Creates a zstd frame that repeats one byte: a bomb of 128 KB for each 4 bytes. */
export function zstdBomb(blocks: number, { windowLog = 20, blockBytes = MAX_BLOCK_BYTES } = {}): Buffer {
  const parts: Buffer[] = [Buffer.of(0x28, 0xb5, 0x2f, 0xfd, 0, (windowLog - 10) << 3)]
  for (let at = 1; at <= blocks; at++) parts.push(blockHeader(1, blockBytes, at === blocks), Buffer.from(' '))
  return Buffer.concat(parts)
}

/** Creates a skippable frame of zstd. */
export function skippableFrame(content: string): Buffer {
  const head = Buffer.from([0x53, 0x2a, 0x4d, 0x18, 0, 0, 0, 0])
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, Buffer.from(content)])
}

function blockHeader(type: number, size: number, isLast: boolean): Buffer {
  const header = Buffer.alloc(3)
  header.writeUIntLE((size << 3) | (type << 1) | (isLast ? 1 : 0), 0, 3)
  return header
}
