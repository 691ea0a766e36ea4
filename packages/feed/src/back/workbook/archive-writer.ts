import { crc32, createDeflateRaw } from 'node:zlib'
import type { Entry } from 'yauzl'
import { FeedError } from '../../item/feed-error.ts'
import { DecoderPump } from '../../source/unpack/decoder-pump.ts'
import type { WriteBytes } from '../result/write-bytes.ts'

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const DESCRIPTOR = 0x08074b50
const END = 0x06054b50
const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46
const DESCRIPTOR_BYTES = 16
const END_BYTES = 22
/** The general purpose flag of an entry whose sizes follow its data. */
const SIZES_FOLLOW = 0x08
const DEFLATED = 8
/** The extra field with sizes of 64 bits. */
const ZIP64 = 1
const UINT32_MAX = 0xffff_ffff
const OUTPUT_BYTES = 64 * 1024

/** An entry that is written, as the folder at the end of the archive lists it. */
interface WrittenEntry {
  readonly entry: Entry
  readonly offset: number
  readonly flags: number
  readonly method: number
  readonly crc: number
  readonly packedBytes: number
  readonly bytes: number
}

/**
 * Writes an archive with the entries of another one, as a stream. An entry keeps its packed bytes, or gets new content.
 * Its name, date, attributes, comment and extra fields stay. Archives are below 4 GB.
 */
export class ArchiveWriter {
  readonly #write: WriteBytes
  readonly #name: string
  readonly #written: WrittenEntry[] = []
  #offset = 0

  /** @param name - Name of the archive in messages. */
  constructor(write: WriteBytes, name: string) {
    this.#write = write
    this.#name = name
  }

  /**
   * @param packed - The packed bytes of the entry.
   * @throws {FeedError} `workbook_too_large`
   */
  async keep(entry: Entry, packed: AsyncIterable<Buffer>): Promise<void> {
    const { crc32: crc, compressedSize: packedBytes, uncompressedSize: bytes, compressionMethod: method } = entry
    const flags = entry.generalPurposeBitFlag & ~SIZES_FOLLOW
    const written = { entry, offset: this.#offset, flags, method, crc, packedBytes, bytes }
    await this.#put(localHeader(written))
    for await (const chunk of packed) await this.#put(chunk)
    this.#written.push(written)
  }

  /**
   * @param content - The new content, unpacked.
   * @throws {FeedError} `workbook_too_large`
   */
  async replace(entry: Entry, content: AsyncIterable<Buffer>): Promise<void> {
    const flags = entry.generalPurposeBitFlag | SIZES_FOLLOW
    const offset = this.#offset
    let written: WrittenEntry = { entry, offset, flags, method: DEFLATED, crc: 0, packedBytes: 0, bytes: 0 }
    await this.#put(localHeader(written))
    const start = this.#offset
    let crc = 0
    let bytes = 0
    const pump = new DecoderPump(createDeflateRaw({ chunkSize: OUTPUT_BYTES }))
    try {
      for await (const chunk of content) {
        crc = crc32(chunk, crc)
        bytes += chunk.length
        this.#check(bytes)
        for (const packed of await pump.push(chunk)) await this.#put(packed)
      }
      for (const packed of await pump.finish()) await this.#put(packed)
      if (pump.failure !== undefined) throw pump.failure
    } finally {
      pump.destroy()
    }
    written = { ...written, crc, bytes, packedBytes: this.#offset - start }
    await this.#put(descriptor(written))
    this.#written.push(written)
  }

  /** Writes the folder of the archive. */
  async end(): Promise<void> {
    const start = this.#offset
    for (const written of this.#written) await this.#put(centralHeader(written))
    const end = Buffer.alloc(END_BYTES)
    end.writeUInt32LE(END, 0)
    end.writeUInt16LE(this.#written.length, 8)
    end.writeUInt16LE(this.#written.length, 10)
    end.writeUInt32LE(this.#offset - start, 12)
    end.writeUInt32LE(start, 16)
    await this.#put(end)
  }

  async #put(bytes: Buffer): Promise<void> {
    this.#offset += bytes.length
    this.#check(this.#offset)
    await this.#write(bytes)
  }

  #check(bytes: number): void {
    if (bytes < UINT32_MAX) return
    throw new FeedError('workbook_too_large', `The copy of ${this.#name} would exceed 4 GB; save the sheet as CSV.`)
  }
}

function localHeader(written: WrittenEntry): Buffer {
  const { fileNameRaw } = written.entry
  const header = Buffer.alloc(LOCAL_BYTES)
  header.writeUInt32LE(LOCAL, 0)
  writeCommon(header, 4, written)
  return Buffer.concat([header, fileNameRaw])
}

function centralHeader(written: WrittenEntry): Buffer {
  const { entry, offset } = written
  const extra = Buffer.concat(entry.extraFields.filter(({ id }) => id !== ZIP64).map(extraField))
  const header = Buffer.alloc(CENTRAL_BYTES)
  header.writeUInt32LE(CENTRAL, 0)
  header.writeUInt16LE(entry.versionMadeBy, 4)
  writeCommon(header, 6, written)
  header.writeUInt16LE(extra.length, 30)
  header.writeUInt16LE(entry.fileCommentRaw.length, 32)
  header.writeUInt16LE(entry.internalFileAttributes, 36)
  header.writeUInt32LE(entry.externalFileAttributes, 38)
  header.writeUInt32LE(offset, 42)
  return Buffer.concat([header, entry.fileNameRaw, extra, entry.fileCommentRaw])
}

/** Writes the fields that both headers of an entry have, up to the length of its name. */
function writeCommon(
  header: Buffer,
  at: number,
  { entry, flags, method, crc, packedBytes, bytes }: WrittenEntry,
): void {
  header.writeUInt16LE(entry.versionNeededToExtract, at)
  header.writeUInt16LE(flags, at + 2)
  header.writeUInt16LE(method, at + 4)
  header.writeUInt16LE(entry.lastModFileTime, at + 6)
  header.writeUInt16LE(entry.lastModFileDate, at + 8)
  header.writeUInt32LE(crc, at + 10)
  header.writeUInt32LE(packedBytes, at + 14)
  header.writeUInt32LE(bytes, at + 18)
  header.writeUInt16LE(entry.fileNameRaw.length, at + 22)
}

function extraField({ id, data }: Entry['extraFields'][number]): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(id, 0)
  head.writeUInt16LE(data.length, 2)
  return Buffer.concat([head, data])
}

function descriptor({ crc, packedBytes, bytes }: WrittenEntry): Buffer {
  const found = Buffer.alloc(DESCRIPTOR_BYTES)
  found.writeUInt32LE(DESCRIPTOR, 0)
  found.writeUInt32LE(crc, 4)
  found.writeUInt32LE(packedBytes, 8)
  found.writeUInt32LE(bytes, 12)
  return found
}
