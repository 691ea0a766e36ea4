import { crc32 } from 'node:zlib'
import type { ChangeNumber } from '@utpid/core'

/** A registry as one file. */
export interface Shipped {
  /** The last change that is in it. */
  readonly change: ChangeNumber
  /** Of the file. */
  readonly bytes: number
}

/**
 * A registry as one file: the ledger as LMDB has it, the index of its snapshot beside it as `snapshot-format.ts` says, and
 * the last bytes, which say where both lie.
 */
const MAGIC = Buffer.from('utpidreg')
export const SHIPPED_FORMAT = 1
/** Bytes at the end of the file. */
export const TRAILER_BYTES = 64

const AT = { format: 8, ledgerChecksum: 12, ledgerBytes: 16, indexAt: 24, indexBytes: 32, checksum: 60 } as const

/** Where the parts of the file lie. */
export interface ShippedParts {
  /** From the beginning. */
  readonly ledgerBytes: number
  /** CRC-32. */
  readonly ledgerChecksum: number
  readonly indexAt: number
  readonly indexBytes: number
}

/** What is wrong with a file, as a sentence without its full stop. */
export class ShippedProblem extends Error {
  /** Whether a newer utpid may read it. */
  readonly isNewer: boolean

  constructor(message: string, isNewer = false) {
    super(message)
    this.isNewer = isNewer
  }
}

export function encodeTrailer({ ledgerBytes, ledgerChecksum, indexAt, indexBytes }: ShippedParts): Buffer {
  const trailer = Buffer.alloc(TRAILER_BYTES)
  MAGIC.copy(trailer)
  trailer.writeUInt32LE(SHIPPED_FORMAT, AT.format)
  trailer.writeUInt32LE(ledgerChecksum, AT.ledgerChecksum)
  trailer.writeDoubleLE(ledgerBytes, AT.ledgerBytes)
  trailer.writeDoubleLE(indexAt, AT.indexAt)
  trailer.writeDoubleLE(indexBytes, AT.indexBytes)
  trailer.writeUInt32LE(crc32(trailer.subarray(0, AT.checksum)), AT.checksum)
  return trailer
}

/**
 * @param trailer - The last bytes of a file.
 * @param size - Of the file.
 * @throws {ShippedProblem}
 */
export function decodeTrailer(trailer: Buffer, size: number): ShippedParts {
  if (trailer.length < TRAILER_BYTES || !trailer.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new ShippedProblem('it does not end as a snapshot of a registry: it is something else, or was cut short')
  }
  if (trailer.readUInt32LE(AT.checksum) !== crc32(trailer.subarray(0, AT.checksum))) {
    throw new ShippedProblem('its last bytes are not those that were written')
  }
  const format = trailer.readUInt32LE(AT.format)
  if (format > SHIPPED_FORMAT) {
    throw new ShippedProblem(`it is of format ${format}, this version of utpid reads ${SHIPPED_FORMAT}`, true)
  }
  const parts = {
    ledgerBytes: trailer.readDoubleLE(AT.ledgerBytes),
    ledgerChecksum: trailer.readUInt32LE(AT.ledgerChecksum),
    indexAt: trailer.readDoubleLE(AT.indexAt),
    indexBytes: trailer.readDoubleLE(AT.indexBytes),
  }
  if (parts.indexAt < parts.ledgerBytes || parts.indexAt + parts.indexBytes + TRAILER_BYTES !== size) {
    throw new ShippedProblem(
      'its parts are not where they were written: something was put in front of it, or taken out',
    )
  }
  return parts
}
