import { crc32 } from 'node:zlib'
import { RegistryError } from '@utpid/core'

/**
 * The version of the value layout on disk: encoding version (1 byte), CRC-32 of that byte and the body (4 bytes), body.
 * In a table, the checksum is also masked with the row's key. Newer versions of utpid may use a higher number. A value
 * with a wrong checksum is always rejected, for any version.
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
 * Checks a stored value and returns its body.
 *
 * @param what - The name of the row, which the error message contains.
 * @throws `storage_version`, `storage_corrupt`
 */
export function unseal(value: Buffer, what: string | (() => string)): Buffer {
  const version = value[0] ?? 0
  const body = value.subarray(HEADER)
  const versionChecksum = version === ENCODING_VERSION ? VERSION_CHECKSUM : checksumOfVersion(version)
  if (value.length < HEADER || value.readUInt32LE(CHECKSUM_AT) !== crc32(body, versionChecksum)) {
    if (isOfFormerEncoding(value, body)) throw outdatedFormat(nameFrom(what))
    throw damagedRow(`${nameFrom(what)} is damaged: its checksum is wrong`)
  }
  if (version === ENCODING_VERSION) return body
  throw new RegistryError(
    'storage_version',
    `${nameFrom(what)} is written in encoding ${version}; this version of utpid reads ${ENCODING_VERSION}. Upgrade utpid to open it.`,
  )
}

/**
 * Creates the error for a damaged or missing row.
 *
 * @param what - A sentence without its full stop.
 */
export function damagedRow(what: string): RegistryError {
  return new RegistryError(
    'storage_corrupt',
    `${what}. Restore the folder from a backup, or import the feeds again into another one.`,
  )
}

/**
 * Creates the error for data that an earlier version of utpid wrote in a format that is no longer supported.
 *
 * @param what - The name of the file or row.
 */
export function outdatedFormat(what: string): RegistryError {
  return new RegistryError(
    'storage_outdated',
    `${what} was written by an earlier version of utpid, in a format that this version cannot read. Export the registry with that version and restore it with this one into another folder, or import the feeds again.`,
  )
}

/** Returns whether a value has encoding 1 or 2. In these encodings, the checksum does not cover the version byte. */
function isOfFormerEncoding(value: Buffer, body: Buffer): boolean {
  const version = value[0]
  const isFormer = (version === 1 || version === 2) && value.length >= HEADER
  return isFormer && value.readUInt32LE(CHECKSUM_AT) === crc32(body)
}

function checksumOfVersion(version: number): number {
  return crc32(Uint8Array.of(version))
}

function nameFrom(what: string | (() => string)): string {
  return typeof what === 'string' ? what : what()
}

export function encodeJson(row: unknown): Buffer {
  return seal(Buffer.from(JSON.stringify(row)))
}

/**
 * Decodes the JSON body of a value. `Row` must be the type that was passed to {@link encodeJson}. The checksum proves
 * that the bytes are unchanged.
 */
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

/** Encodes two numbers and a text, for the change feed and the idempotency keys. */
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
