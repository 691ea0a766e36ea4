import { crc32 } from 'node:zlib'
import type { ChangeNumber } from '@utpid/core'

const MAGIC = Buffer.from('utpidsnp')
/** Of the file, and of what the columns of segments mean. */
export const SNAPSHOT_FORMAT = 3
export const PREAMBLE_BYTES = 64
/** Sections begin at multiples of this, so that every column is aligned wherever the file is mapped. */
export const SECTION_ALIGNMENT = 64

const AT = { format: 8, contentsLength: 12, contentsAt: 16, contentsChecksum: 24, checksum: 28 } as const

/** A run of bytes of the file, as they lie in memory. */
export interface Section {
  readonly name: string
  readonly at: number
  readonly bytes: number
  /** CRC-32 of the bytes. */
  readonly checksum: number
}

/** Of what a snapshot is. */
export interface SnapshotOrigin {
  /** When the registry was begun. */
  readonly created: string
  /** Of the tables that made keys, features and terms. */
  readonly indexVersion?: string
  /** Everything up to this change is in it. */
  readonly change: ChangeNumber
  /** Some of what came up to this change may be in it, too: it was written while others wrote. */
  readonly until: ChangeNumber
  /** Of the entry of `change` in the feed, so that the same number in another registry is told from it; 0 without one. */
  readonly mark: number
}

/** What stands at the end of the file. */
export interface SnapshotContents extends SnapshotOrigin {
  /** How many segments of records and of products there are. */
  readonly keys: number
  readonly terms: number
  readonly sections: readonly Section[]
}

/** Why a snapshot is not used. */
export type SnapshotRefusal = 'damaged' | 'format' | 'index_version' | 'foreign' | 'expired'

/** A snapshot that cannot be used: the index is made of the ledger instead. */
export class RefusedSnapshot extends Error {
  readonly reason: SnapshotRefusal

  constructor(reason: SnapshotRefusal, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

/** The first bytes, written last: a file that was not finished has none. */
export function encodePreamble(contents: Buffer, contentsAt: number): Buffer {
  const preamble = Buffer.alloc(PREAMBLE_BYTES)
  MAGIC.copy(preamble)
  preamble.writeUInt32LE(SNAPSHOT_FORMAT, AT.format)
  preamble.writeUInt32LE(contents.length, AT.contentsLength)
  preamble.writeDoubleLE(contentsAt, AT.contentsAt)
  preamble.writeUInt32LE(crc32(contents), AT.contentsChecksum)
  preamble.writeUInt32LE(preambleChecksum(preamble), AT.checksum)
  return preamble
}

/** @throws {RefusedSnapshot} */
export function decodePreamble(preamble: Buffer): { readonly at: number; readonly length: number; checksum: number } {
  if (preamble.length < PREAMBLE_BYTES || !preamble.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new RefusedSnapshot('damaged', 'it does not begin as a snapshot')
  }
  if (preamble.readUInt32LE(AT.checksum) !== preambleChecksum(preamble)) {
    throw new RefusedSnapshot('damaged', 'its first bytes are not those that were written')
  }
  const format = preamble.readUInt32LE(AT.format)
  if (format !== SNAPSHOT_FORMAT) {
    throw new RefusedSnapshot('format', `it is of format ${format}, this version of utpid reads ${SNAPSHOT_FORMAT}`)
  }
  return {
    at: preamble.readDoubleLE(AT.contentsAt),
    length: preamble.readUInt32LE(AT.contentsLength),
    checksum: preamble.readUInt32LE(AT.contentsChecksum),
  }
}

/** Of all the first bytes but itself. */
function preambleChecksum(preamble: Buffer): number {
  return crc32(preamble.subarray(AT.checksum + 4, PREAMBLE_BYTES), crc32(preamble.subarray(0, AT.checksum)))
}
