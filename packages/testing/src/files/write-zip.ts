import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of an archive. */
export interface ZipEntry {
  readonly name: string
  readonly content: string | Buffer
  /** Whether the content is deflated. Default: true. */
  readonly deflate?: boolean
  /** Data that is already deflated, instead of `content`. */
  readonly packed?: Buffer
  /** The size that the archive claims. Default: the size of the content. */
  readonly claimedBytes?: number
  /** The checksum that the archive claims. Default: the checksum of the content. */
  readonly claimedSum?: number
  /** General purpose flags; 1 means encrypted. Default: 0x800, the name is UTF-8. */
  readonly flags?: number
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const VERSION = 20
const UTF8_NAME = 0x800

/** Writes a ZIP archive. */
export function writeZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const folder: Buffer[] = []
  let offset = 0
  for (const { name, content, deflate = true, packed, claimedBytes, claimedSum, flags = UTF8_NAME } of entries) {
    const bytes = Buffer.from(content)
    const data = packed ?? (deflate ? deflateRawSync(bytes) : bytes)
    const path = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(VERSION, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt16LE(packed !== undefined || deflate ? 8 : 0, 4)
    common.writeUInt32LE(0, 6)
    common.writeUInt32LE(claimedSum ?? crc32(bytes), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(claimedBytes ?? bytes.length, 18)
    common.writeUInt16LE(path.length, 22)
    const local = Buffer.concat([uint32(LOCAL), common, path, data])
    const central = Buffer.alloc(14)
    central.writeUInt32LE(offset, 10)
    folder.push(uint32(CENTRAL), uint16(VERSION), common, central, path)
    parts.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(folder)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, directory, uint32(END), end])
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
