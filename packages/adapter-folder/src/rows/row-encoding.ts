import { crc32 } from 'node:zlib'
import { RegistryError } from '@utpid/core'

/**
 * How a value is laid out on disk: one byte of encoding version, four bytes of CRC-32 of that byte and the body, the
 * body; in a table the checksum is also bound to the row's key. A newer version of utpid may write a higher number. A
 * value with a wrong checksum is refused and never shown, whatever its first byte says.
 */
export const ENCODING_VERSION = 3

export const CHECKSUM_AT = 1
const HEADER = 5
const VERSION_CHECKSUM = checksumOfVersion(ENCODING_VERSION)

export function seal(body: Uint8Array): Buffer {
  const value = Buffer.allocUnsafe(HEADER + body.length)
  value[0] = ENCODING_VERSION
  value.writeUInt32LE(crc32(body, VERSION_CHECKSUM), CHECKSUM_AT)
  value.set(body, HEADER)
  return value
}

/**
 * The body of a value.
 *
 * @param what - Names the row in the error.
 * @throws `storage_version`, `storage_corrupt`
 */
export function unseal(value: Buffer, what: string | (() => string)): Buffer {
  const version = value[0] ?? 0
  const body = value.subarray(HEADER)
  const begun = version === ENCODING_VERSION ? VERSION_CHECKSUM : checksumOfVersion(version)
  if (value.length < HEADER || value.readUInt32LE(CHECKSUM_AT) !== crc32(body, begun)) {
    if (isOfFormerEncoding(value, body)) throw outdated(named(what))
    throw damagedRow(`${named(what)} is damaged: its bytes are not the ones that were written`)
  }
  if (version === ENCODING_VERSION) return body
  throw new RegistryError(
    'storage_version',
    `${named(what)} is written in encoding ${version}; this version of utpid reads ${ENCODING_VERSION}. Upgrade utpid to open it.`,
  )
}

/**
 * A row that is not what was written, or is gone.
 *
 * @param what - As a sentence without its full stop.
 */
export function damagedRow(what: string): RegistryError {
  return new RegistryError(
    'storage_corrupt',
    `${what}. Restore the folder from a backup, or import the feeds anew into another one.`,
  )
}

/**
 * What an earlier utpid wrote, in a layout that is no longer read.
 *
 * @param what - Names the file or the row.
 */
export function outdated(what: string): RegistryError {
  return new RegistryError(
    'storage_outdated',
    `${what} was written by an earlier version of utpid, in a format that this version does not read. Export the registry with that version and restore it with this one into another folder, or import the feeds anew.`,
  )
}

/** Encodings 1 and 2 left their own number out of the checksum. */
function isOfFormerEncoding(value: Buffer, body: Buffer): boolean {
  const version = value[0]
  const isFormer = (version === 1 || version === 2) && value.length >= HEADER
  return isFormer && value.readUInt32LE(CHECKSUM_AT) === crc32(body)
}

function checksumOfVersion(version: number): number {
  return crc32(Uint8Array.of(version))
}

function named(what: string | (() => string)): string {
  return typeof what === 'string' ? what : what()
}

export function encodeJson(row: unknown): Buffer {
  return seal(Buffer.from(JSON.stringify(row)))
}

/** The caller names the type that {@link encodeJson} was given: the checksum vouches that it is this very row. */
export function decodeJson<Row>(value: Buffer, what: string | (() => string)): Row {
  return JSON.parse(unseal(value, what).toString('utf8')) as Row
}

export function encodeNumber(number: number): Buffer {
  const body = Buffer.allocUnsafe(8)
  body.writeDoubleLE(number)
  return seal(body)
}

export function decodeNumber(value: Buffer, what: string): number {
  return unseal(value, what).readDoubleLE(0)
}

/** Two numbers and a text: what the feed and the tokens need. */
export function encodeStamped(first: number, second: number, text: string): Buffer {
  const rest = Buffer.from(text)
  const body = Buffer.allocUnsafe(16 + rest.length)
  body.writeDoubleLE(first, 0)
  body.writeDoubleLE(second, 8)
  body.set(rest, 16)
  return seal(body)
}

export function decodeStamped(value: Buffer, what: string): { first: number; second: number; text: string } {
  const body = unseal(value, what)
  return { first: body.readDoubleLE(0), second: body.readDoubleLE(8), text: body.toString('utf8', 16) }
}
