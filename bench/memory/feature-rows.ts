import { closeSync, openSync, readSync } from 'node:fs'

const MAGIC = 'utpidsnp'
const FORMAT = 3
const PREAMBLE_BYTES = 64
/** Offsets in the preamble of the file: of the format number, and of the length and offset of the table of contents. */
const AT = { format: 8, contentsLength: 12, contentsAt: 16 } as const
/** Maximum bytes of one read. */
const MAX_READ = 1 << 30

/** The feature rows of an index. */
export interface FeatureRows {
  /** Records of the index that are not deleted. */
  readonly records: number
  /** Stored rows of these records. Equal records of a product may share a row. */
  readonly stored: number
  /** Distinct rows by content and product: the minimum number that the index must store. */
  readonly distinct: number
}

interface Contents {
  readonly keys: number
  readonly sections: readonly { readonly name: string; readonly at: number; readonly bytes: number }[]
}

/** The columns of one segment of records. */
export interface FeatureColumns {
  readonly productIds: Float64Array
  /** For each record, the offset of its row in `features`. The row starts with its length. */
  readonly featureStarts: Uint32Array
  readonly features: Uint8Array
  /** One bit for each record: whether it is deleted. */
  readonly deleted: Uint32Array
}

/**
 * Counts the feature rows of an index checkpoint, from the columns of its segments.
 *
 * @throws Error for a file of another format; this reader must then be updated.
 */
export function countFeatureRows(path: string): FeatureRows {
  const file = openSync(path, 'r')
  try {
    const preamble = Buffer.from(bytesAt(file, 0, PREAMBLE_BYTES))
    const format = preamble.readUInt32LE(AT.format)
    if (preamble.toString('latin1', 0, MAGIC.length) !== MAGIC || format !== FORMAT)
      throw new Error(`${path} is not an index checkpoint of format ${FORMAT}.`)
    const text = bytesAt(file, preamble.readDoubleLE(AT.contentsAt), preamble.readUInt32LE(AT.contentsLength))
    const { keys, sections } = JSON.parse(Buffer.from(text).toString('utf8')) as Contents
    const column = (name: string): ArrayBuffer => {
      const section = sections.find((each) => each.name === name)
      if (section === undefined) throw new Error(`${path} has no section ${name}.`)
      return bytesAt(file, section.at, section.bytes)
    }
    const counter = new FeatureRowCounter()
    for (let at = 0; at < keys; at++) {
      counter.add({
        productIds: new Float64Array(column(`keys/${at}/productIds`)),
        featureStarts: new Uint32Array(column(`keys/${at}/featureStarts`)),
        features: new Uint8Array(column(`keys/${at}/features`)),
        deleted: new Uint32Array(column(`keys/${at}/dead`)),
      })
    }
    return counter.rows()
  } finally {
    closeSync(file)
  }
}

/** Counts rows across segments. */
export class FeatureRowCounter {
  #records = 0
  #stored = 0
  /** A hash of each stored row with its product. */
  readonly #hashes: Float64Array[] = []

  add({ productIds, featureStarts, features, deleted }: FeatureColumns): void {
    const seen = new Uint8Array((features.length >>> 3) + 1)
    const hashes = new Float64Array(featureStarts.length)
    let stored = 0
    for (let row = 0; row < featureStarts.length; row++) {
      if ((((deleted[row >>> 5] ?? 0) >>> (row & 31)) & 1) === 1) continue
      this.#records++
      const start = featureStarts[row] as number
      const bit = 1 << (start & 7)
      const known = seen[start >>> 3] as number
      if ((known & bit) !== 0) continue
      seen[start >>> 3] = known | bit
      hashes[stored++] = hashOf(productIds[row] as number, features, start)
    }
    this.#stored += stored
    this.#hashes.push(hashes.subarray(0, stored))
  }

  rows(): FeatureRows {
    const all = new Float64Array(this.#stored)
    let at = 0
    for (const hashes of this.#hashes) {
      all.set(hashes, at)
      at += hashes.length
    }
    all.sort()
    let distinct = 0
    all.forEach((hash, place) => {
      if (place === 0 || hash !== all[place - 1]) distinct++
    })
    return { records: this.#records, stored: this.#stored, distinct }
  }
}

/** Returns a 53-bit hash of a row, including its length. Among ten million rows, a collision is unlikely. */
function hashOf(productId: number, features: Uint8Array, start: number): number {
  let length = 0
  let at = start
  for (let shift = 0, byte = 0x80; byte >= 0x80; shift += 7) {
    byte = features[at++] as number
    length |= (byte & 0x7f) << shift
  }
  let low = (productId >>> 0) ^ 0x811c9dc5
  let high = Math.floor(productId / 2 ** 32) ^ 0x9e3779b9
  for (const end = at + length, from = start; at < end; at++) {
    const byte = features[at] as number
    low = Math.imul(low ^ byte, 0x01000193)
    high = Math.imul(high ^ byte ^ (at - from), 0x85ebca6b)
    high ^= high >>> 15
  }
  return (low >>> 0) * 2 ** 21 + (high >>> 11)
}

function bytesAt(file: number, at: number, length: number): ArrayBuffer {
  const buffer = new ArrayBuffer(length)
  for (let from = 0; from < length; ) {
    const piece = new Uint8Array(buffer, from, Math.min(MAX_READ, length - from))
    const read = readSync(file, piece, 0, piece.length, at + from)
    if (read === 0) throw new Error('The index checkpoint is truncated.')
    from += read
  }
  return buffer
}
