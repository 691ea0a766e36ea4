import type { IndexRecord, RecordId, RecordRow } from '@utpid/core/storage'
import { recordBodyOf, recordContent } from '@utpid/core/storage'
import { seal, unseal } from './row-encoding.ts'

const FEATURES_AT = 14

/**
 * Encodes a record: revision (8 bytes), number of keys (2), length of features (4), keys (8 each), features, then the
 * rest of the row without its id, which is its key. The data for the index comes first, so opening a registry parses no
 * JSON of records.
 */
export function encodeRecord({ id: _id, revision, features, keys, ...rest }: RecordRow): Buffer {
  const content = Buffer.from(recordContent(rest))
  const keysEnd = FEATURES_AT + keys.length * 8
  const body = Buffer.allocUnsafe(keysEnd + features.length + content.length)
  body.writeDoubleLE(revision, 0)
  body.writeUInt16LE(keys.length, 8)
  body.writeUInt32LE(features.length, 10)
  for (const [at, key] of keys.entries()) body.writeDoubleLE(key, FEATURES_AT + at * 8)
  body.set(features, keysEnd)
  body.set(content, keysEnd + features.length)
  return seal(body)
}

/** @throws `storage_version`, `storage_corrupt` */
export function decodeRecord(value: Buffer, id: RecordId): RecordRow {
  const { content, ...head } = splitRecord(unseal(value, () => nameOf(id)))
  return { id, ...recordBodyOf(content.toString('utf8')), ...head }
}

/** Returns the revision of a record without decoding the rest. */
export function decodeRevision(value: Buffer, id: RecordId): number {
  return unseal(value, () => nameOf(id)).readDoubleLE(0)
}

/** Returns the part of a record that the index and the preconditions need. */
export function decodeRecordHead(value: Buffer, id: RecordId): Pick<IndexRecord, 'revision' | 'features' | 'keys'> {
  const { content: _content, ...head } = splitRecord(unseal(value, () => nameOf(id)))
  return head
}

/** The start of a record's JSON if its first field is the supplier. */
const SUPPLIER_FIRST: Buffer = Buffer.from('[["u')
const BETWEEN: Buffer = Buffer.from('","')
const QUOTE = 0x22
const ESCAPE = 0x5c

/** Returns the supplier of a record, usually without parsing the rest. */
export function decodeSupplier(value: Buffer, id: RecordId): string {
  const body = unseal(value, () => nameOf(id))
  const content = body.subarray(placesIn(body).featuresEnd)
  if (content.subarray(0, SUPPLIER_FIRST.length).equals(SUPPLIER_FIRST)) {
    const start = content.indexOf(QUOTE, SUPPLIER_FIRST.length)
    const from = start + BETWEEN.length
    const end = content.indexOf(QUOTE, from)
    const isText = content.subarray(start, from).equals(BETWEEN) && end >= from
    if (isText && !content.subarray(from, end).includes(ESCAPE)) return content.toString('utf8', from, end)
  }
  return recordBodyOf(content.toString('utf8')).record.supplier
}

function nameOf(id: RecordId): string {
  return `Record ${id}`
}

function placesIn(body: Buffer): { keyCount: number; keysEnd: number; featuresEnd: number } {
  const keyCount = body.readUInt16LE(8)
  const keysEnd = FEATURES_AT + keyCount * 8
  return { keyCount, keysEnd, featuresEnd: keysEnd + body.readUInt32LE(10) }
}

function splitRecord(body: Buffer): Pick<IndexRecord, 'revision' | 'features' | 'keys'> & { content: Buffer } {
  const { keyCount, keysEnd, featuresEnd } = placesIn(body)
  const keys: number[] = new Array(keyCount)
  for (let at = 0; at < keyCount; at++) keys[at] = body.readDoubleLE(FEATURES_AT + at * 8)
  return {
    revision: body.readDoubleLE(0),
    // Copies the features: a view would keep the whole value in memory.
    features: new Uint8Array(body.subarray(keysEnd, featuresEnd)),
    keys,
    content: body.subarray(featuresEnd),
  }
}
