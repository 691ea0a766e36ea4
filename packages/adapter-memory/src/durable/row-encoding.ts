import { crc32 } from 'node:zlib'
import { type IndexRecord, type RecordRow, RegistryError } from '@utpid/core'

/**
 * How a value is laid out on disk: one byte of encoding version, four bytes of CRC-32 of the
 * body, the body; in a table the checksum is also bound to the row's key. A newer version of utpid may write a higher number; what is read with a wrong
 * checksum is refused and never shown.
 */
export const ENCODING_VERSION = 1

export const CHECKSUM_AT = 1
const HEADER = 5
const FEATURES_AT = 14

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
  if (version !== ENCODING_VERSION || value.length < HEADER || value.readUInt32LE(CHECKSUM_AT) !== crc32(body)) {
    throw new RegistryError(
      'storage_corrupt',
      `${named(what)} is damaged: its bytes are not the ones that were written. Restore the folder from a backup, or import the feeds anew into another one.`,
    )
  }
  return body
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

/**
 * A record: revision (8 bytes), number of keys (2), length of features (4), keys (8 each),
 * features, then the rest of the row as JSON. What the index needs lies in front, so that
 * opening a registry parses no JSON of records.
 */
export function encodeRecord({ revision, features, keys, ...rest }: RecordRow): Buffer {
  const json = Buffer.from(JSON.stringify(rest))
  const keysEnd = FEATURES_AT + keys.length * 8
  const body = Buffer.allocUnsafe(keysEnd + features.length + json.length)
  body.writeDoubleLE(revision, 0)
  body.writeUInt16LE(keys.length, 8)
  body.writeUInt32LE(features.length, 10)
  for (const [at, key] of keys.entries()) body.writeDoubleLE(key, FEATURES_AT + at * 8)
  body.set(features, keysEnd)
  body.set(json, keysEnd + features.length)
  return seal(body)
}

export function decodeRecord(value: Buffer, what: string): RecordRow {
  const body = unseal(value, what)
  const { json, ...head } = splitRecord(body)
  return { ...(JSON.parse(json.toString('utf8')) as Omit<RecordRow, 'revision' | 'features' | 'keys'>), ...head }
}

/** As JSON has it in front of the supplier, where that is the first of what a record says. */
const RECORD = ',"record":'
const SUPPLIER = '"supplier":"'
const RECORD_AND_SUPPLIER: Buffer = Buffer.from(`${RECORD}{${SUPPLIER}`)
const OBJECT_BEGINS = 0x7b
const QUOTE = 0x22
const ESCAPE = 0x5c

/** Whose a record is, mostly without reading the rest. */
export function decodeSupplier(value: Buffer, what: string): string {
  const body = unseal(value, what)
  const json = body.subarray(placesIn(body).featuresEnd)
  // The first object in it: before that a text might say the same.
  const object = json.indexOf(OBJECT_BEGINS, 1)
  const start = object + 1 + SUPPLIER.length
  const end = json.indexOf(QUOTE, start)
  const isFirst = json.subarray(object - RECORD.length, start).equals(RECORD_AND_SUPPLIER)
  if (object > 0 && end > start && isFirst && !json.subarray(start, end).includes(ESCAPE)) {
    return json.toString('utf8', start, end)
  }
  return (JSON.parse(json.toString('utf8')) as Pick<RecordRow, 'record'>).record.supplier
}

/** The revision of a record, without reading the rest. */
export function decodeRevision(value: Buffer, what: () => string): number {
  return unseal(value, what).readDoubleLE(0)
}

/** The part of a record that the index and the checks before a write need. */
export function decodeRecordHead(value: Buffer, what: string): Pick<IndexRecord, 'revision' | 'features' | 'keys'> {
  const { json: _json, ...head } = splitRecord(unseal(value, what))
  return head
}

function placesIn(body: Buffer): { keyCount: number; keysEnd: number; featuresEnd: number } {
  const keyCount = body.readUInt16LE(8)
  const keysEnd = FEATURES_AT + keyCount * 8
  return { keyCount, keysEnd, featuresEnd: keysEnd + body.readUInt32LE(10) }
}

function splitRecord(body: Buffer): Pick<IndexRecord, 'revision' | 'features' | 'keys'> & { json: Buffer } {
  const { keyCount, keysEnd, featuresEnd } = placesIn(body)
  const keys: number[] = new Array(keyCount)
  for (let at = 0; at < keyCount; at++) keys[at] = body.readDoubleLE(FEATURES_AT + at * 8)
  return {
    revision: body.readDoubleLE(0),
    // Copied: a view would keep the whole value in memory as long as the index holds the features.
    features: new Uint8Array(body.subarray(keysEnd, featuresEnd)),
    keys,
    json: body.subarray(featuresEnd),
  }
}
