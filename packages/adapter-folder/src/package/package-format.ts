import { crc32 } from 'node:zlib'
import type { ChangeNumber } from '@utpid/core/storage'

/** Facts about a registry package. */
export interface PackageInfo {
  /** The last change in the package. */
  readonly change: ChangeNumber
  /** Size of the file in bytes. */
  readonly bytes: number
}

/**
 * The first bytes of the trailer. A registry package is the LMDB file of the ledger, the index checkpoint in the layout
 * of `snapshot-format.ts`, and a trailer with the positions of both parts.
 */
const MAGIC = Buffer.from('utpidreg')
export const PACKAGE_FORMAT = 1
/** The size of the trailer in bytes. */
export const TRAILER_BYTES = 64

const AT = { format: 8, ledgerChecksum: 12, ledgerBytes: 16, indexAt: 24, indexBytes: 32, checksum: 60 } as const

/** The positions of the parts of the file. */
export interface PackageParts {
  /** The length of the ledger, which starts at byte 0. */
  readonly ledgerBytes: number
  /** The CRC-32 of the ledger. */
  readonly ledgerChecksum: number
  readonly indexAt: number
  readonly indexBytes: number
}

/** An error with a problem of a file, as a sentence without its full stop. */
export class PackageError extends Error {
  /** Whether a newer utpid may be able to read the file. */
  readonly isNewer: boolean

  constructor(message: string, isNewer = false) {
    super(message)
    this.isNewer = isNewer
  }
}

export function encodeTrailer({ ledgerBytes, ledgerChecksum, indexAt, indexBytes }: PackageParts): Buffer {
  const trailer = Buffer.alloc(TRAILER_BYTES)
  MAGIC.copy(trailer)
  trailer.writeUInt32LE(PACKAGE_FORMAT, AT.format)
  trailer.writeUInt32LE(ledgerChecksum, AT.ledgerChecksum)
  trailer.writeDoubleLE(ledgerBytes, AT.ledgerBytes)
  trailer.writeDoubleLE(indexAt, AT.indexAt)
  trailer.writeDoubleLE(indexBytes, AT.indexBytes)
  trailer.writeUInt32LE(crc32(trailer.subarray(0, AT.checksum)), AT.checksum)
  return trailer
}

/**
 * @param trailer - The last bytes of the file.
 * @param size - The size of the file in bytes.
 * @throws {PackageError}
 */
export function decodeTrailer(trailer: Buffer, size: number): PackageParts {
  if (trailer.length < TRAILER_BYTES || !trailer.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new PackageError('it does not end like one: it is another kind of file, or is truncated')
  }
  if (trailer.readUInt32LE(AT.checksum) !== crc32(trailer.subarray(0, AT.checksum))) {
    throw new PackageError('the checksum of its trailer is wrong')
  }
  const format = trailer.readUInt32LE(AT.format)
  if (format > PACKAGE_FORMAT) {
    throw new PackageError(`it has format ${format}, but this version of utpid reads ${PACKAGE_FORMAT}`, true)
  }
  const parts = {
    ledgerBytes: trailer.readDoubleLE(AT.ledgerBytes),
    ledgerChecksum: trailer.readUInt32LE(AT.ledgerChecksum),
    indexAt: trailer.readDoubleLE(AT.indexAt),
    indexBytes: trailer.readDoubleLE(AT.indexBytes),
  }
  if (parts.indexAt < parts.ledgerBytes || parts.indexAt + parts.indexBytes + TRAILER_BYTES !== size) {
    throw new PackageError('the positions of its parts do not fit its size: bytes were added or removed')
  }
  return parts
}
