import { crc32 } from 'node:zlib'
import { RegistryError } from '@utpid/core'

/**
 * How a value is laid out on disk: one byte of encoding version, four bytes of CRC-32 of the
 * body, the body; in a table the checksum is also bound to the row's key. A newer version of utpid may write a higher number; what is read with a wrong
 * checksum is refused and never shown.
 */
export const ENCODING_VERSION = 2

/** The first: records, products, their lineage, links and edges were JSON with the name of every field. */
const NAMED_VERSION = 1

export const CHECKSUM_AT = 1
const HEADER = 5

export function seal(body: Uint8Array): Buffer {
  const value = Buffer.allocUnsafe(HEADER + body.length)
  value[0] = ENCODING_VERSION
  value.writeUInt32LE(crc32(body), CHECKSUM_AT)
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
  const version = value[0]
  if (version !== undefined && version > ENCODING_VERSION) {
    throw new RegistryError(
      'storage_version',
      `${named(what)} is written in encoding ${version}; this version of utpid reads up to ${ENCODING_VERSION}. Upgrade utpid to open it.`,
    )
  }
  const body = value.subarray(HEADER)
  const isKnown = version === ENCODING_VERSION || version === NAMED_VERSION
  if (!isKnown || value.length < HEADER || value.readUInt32LE(CHECKSUM_AT) !== crc32(body)) {
    throw new RegistryError(
      'storage_corrupt',
      `${named(what)} is damaged: its bytes are not the ones that were written. Restore the folder from a backup, or import the feeds anew into another one.`,
    )
  }
  return body
}

/** Whether a value was written in the first encoding. */
export function isNamed(value: Buffer): boolean {
  return value[0] === NAMED_VERSION
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
