import { crc32 } from 'node:zlib'
import type { ChangeNumber } from '@utpid/core/storage'

const MAGIC = Buffer.from('utpidsnp')
/** The format version of the checkpoint file and its columns. */
export const CHECKPOINT_FORMAT = 3
export const PREAMBLE_BYTES = 64
/** Sections start at multiples of this number of bytes, so that every column is aligned when the file is mapped. */
export const SECTION_ALIGNMENT = 64

const AT = { format: 8, contentsLength: 12, contentsAt: 16, contentsChecksum: 24, checksum: 28 } as const

/** A range of bytes of the file, in the same layout as the column in memory. */
export interface Section {
  readonly name: string
  readonly at: number
  readonly bytes: number
  /** The CRC-32 of the bytes of the section. */
  readonly checksum: number
}

/** Origin of a checkpoint. */
export interface CheckpointOrigin {
  /** Creation time of the registry. */
  readonly created: string
  /** Index version of keys, features and terms. */
  readonly indexVersion?: string
  /** The checkpoint includes everything up to this change. */
  readonly change: ChangeNumber
  /**
   * The checkpoint may include some changes up to this change: they were committed while the checkpoint was written.
   */
  readonly lastPossibleChange: ChangeNumber
  /**
   * The change digest of `change`; 0 if the change feed lacks that change. The digest detects a change of another
   * registry with the same number.
   */
  readonly digest: number
}

/** Contents section at the end of the file. */
export interface CheckpointContents extends CheckpointOrigin {
  /** The number of record segments, and the number of product segments. */
  readonly keys: number
  readonly terms: number
  readonly sections: readonly Section[]
}

/** Reasons for rejecting a checkpoint. */
export type CheckpointRefusal = 'damaged' | 'format' | 'index_version' | 'foreign' | 'expired'

/** An error for an unusable checkpoint. The index is then built from the ledger. */
export class RejectedCheckpoint extends Error {
  readonly reason: CheckpointRefusal

  constructor(reason: CheckpointRefusal, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

/** Encodes the first bytes of the file. The writer writes these bytes last, so an unfinished file lacks them. */
export function encodePreamble(contents: Buffer, contentsAt: number): Buffer {
  const preamble = Buffer.alloc(PREAMBLE_BYTES)
  MAGIC.copy(preamble)
  preamble.writeUInt32LE(CHECKPOINT_FORMAT, AT.format)
  preamble.writeUInt32LE(contents.length, AT.contentsLength)
  preamble.writeDoubleLE(contentsAt, AT.contentsAt)
  preamble.writeUInt32LE(crc32(contents), AT.contentsChecksum)
  preamble.writeUInt32LE(preambleChecksum(preamble), AT.checksum)
  return preamble
}

/** @throws {RejectedCheckpoint} */
export function decodePreamble(preamble: Buffer): { readonly at: number; readonly length: number; checksum: number } {
  if (preamble.length < PREAMBLE_BYTES || !preamble.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new RejectedCheckpoint('damaged', 'it does not start like a checkpoint')
  }
  if (preamble.readUInt32LE(AT.checksum) !== preambleChecksum(preamble)) {
    throw new RejectedCheckpoint('damaged', 'the checksum of its first bytes is wrong')
  }
  const format = preamble.readUInt32LE(AT.format)
  if (format !== CHECKPOINT_FORMAT) {
    throw new RejectedCheckpoint(
      'format',
      `it has format ${format}, but this version of utpid reads ${CHECKPOINT_FORMAT}`,
    )
  }
  return {
    at: preamble.readDoubleLE(AT.contentsAt),
    length: preamble.readUInt32LE(AT.contentsLength),
    checksum: preamble.readUInt32LE(AT.contentsChecksum),
  }
}

/** Checksum of the preamble without its checksum field. */
function preambleChecksum(preamble: Buffer): number {
  return crc32(preamble.subarray(AT.checksum + 4, PREAMBLE_BYTES), crc32(preamble.subarray(0, AT.checksum)))
}
