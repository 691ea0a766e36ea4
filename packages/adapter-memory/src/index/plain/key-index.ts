import type { ProductId } from '@utpid/core'
import type { BlockingKey, CandidateColumns, IndexRecord, KeyLookup, RecordId, SkippedKey } from '@utpid/core/storage'
import { Postings } from './postings.ts'

interface IndexedRecord {
  readonly id: RecordId
  productId: ProductId
  revision: number
  features: Uint8Array
  keys: readonly BlockingKey[]
  /** The last lookup that found the record. The two masks of matching keys follow: bits 0 to 31, and 32 to 63. */
  lastLookup: number
  low: number
  high: number
}

/** Finds records by keys. */
export class KeyIndex {
  readonly #records = new Map<RecordId, IndexedRecord>()
  readonly #postings = new Postings<BlockingKey, IndexedRecord>()
  #lookups = 0

  put(record: IndexRecord): void {
    const { id, productId, revision, features, keys } = record
    const present = this.#records.get(id)
    // Keeps the newer row: a scan during writes may have found a newer row than this transaction has.
    if (present !== undefined && present.revision > revision) return
    if (present === undefined) {
      const indexed: IndexedRecord = { id, productId, revision, features, keys, lastLookup: 0, low: 0, high: 0 }
      this.#records.set(id, indexed)
      for (const key of keys) this.#postings.add(key, indexed)
      return
    }
    const kept = new Set(keys)
    const held = new Set(present.keys)
    for (const key of present.keys) if (!kept.has(key)) this.#postings.remove(key, present)
    for (const key of keys) if (!held.has(key)) this.#postings.add(key, present)
    Object.assign(present, { productId, revision, features, keys })
  }

  move(id: RecordId, productId: ProductId): void {
    const present = this.#records.get(id)
    if (present !== undefined) present.productId = productId
  }

  remove(id: RecordId): void {
    const present = this.#records.get(id)
    if (present === undefined) return
    this.#records.delete(id)
    for (const key of present.keys) this.#postings.remove(key, present)
  }

  features(id: RecordId): Uint8Array | undefined {
    return this.#records.get(id)?.features.slice()
  }

  get size(): number {
    return this.#records.size
  }

  has(id: RecordId): boolean {
    return this.#records.has(id)
  }

  count(key: BlockingKey): number {
    return this.#postings.count(key)
  }

  /** Returns all records in no order. */
  records(): Iterable<IndexRecord> {
    return this.#records.values()
  }

  /**
   * Visits the records that have a key of a lookup, by ascending id.
   *
   * @param isUsed - For each key of the lookup: 1 if the key is used.
   * @param visit - Receives two masks of the matching keys: bits 0 to 31, and 32 to 63.
   */
  find(
    keys: readonly BlockingKey[],
    isUsed: Uint8Array,
    visit: (record: IndexRecord, low: number, high: number) => void,
  ): void {
    const found = this.#lookup({ keys }, (_key, position) => isUsed[position] === 1)
    for (const record of found) visit(record, record.low, record.high)
  }

  candidates(lookups: readonly KeyLookup[], recordsPerKey: number): CandidateColumns {
    const offsets = new Uint32Array(lookups.length + 1)
    const rows: IndexedRecord[] = []
    const hits: number[] = []
    const skippedKeys: SkippedKey[] = []
    for (const [at, lookup] of lookups.entries()) {
      const { limits } = lookup
      const found = this.#lookup(lookup, (key, position, records) => {
        if (records <= (limits?.[position] ?? recordsPerKey)) return true
        skippedKeys.push({ lookup: at, key, records })
        return false
      })
      // Copies the masks now: the next lookup overwrites them.
      for (const record of found) {
        rows.push(record)
        hits.push(record.low, record.high)
      }
      offsets[at + 1] = rows.length
    }
    return { offsets, ...columnsOf(rows), keyHits: Uint32Array.from(hits), skippedKeys }
  }

  #lookup(
    { keys }: KeyLookup,
    answers: (key: BlockingKey, position: number, records: number) => boolean,
  ): IndexedRecord[] {
    const mark = ++this.#lookups
    const found: IndexedRecord[] = []
    for (const [position, key] of keys.entries()) {
      if (!answers(key, position, this.#postings.count(key))) continue
      for (const record of this.#postings.of(key)) {
        if (record.lastLookup !== mark) {
          record.lastLookup = mark
          record.low = 0
          record.high = 0
          found.push(record)
        }
        if (position < 32) record.low |= 1 << position
        else record.high |= 1 << (position - 32)
      }
    }
    return found.sort((a, b) => a.id - b.id)
  }
}

function columnsOf(
  rows: readonly IndexedRecord[],
): Pick<CandidateColumns, 'recordIds' | 'productIds' | 'featureOffsets' | 'bytes'> {
  const recordIds = new Float64Array(rows.length)
  const productIds = new Float64Array(rows.length)
  const featureOffsets = new Uint32Array(rows.length + 1)
  for (const [at, record] of rows.entries()) {
    recordIds[at] = record.id
    productIds[at] = record.productId
    featureOffsets[at + 1] = (featureOffsets[at] as number) + record.features.length
  }
  const bytes = new Uint8Array(featureOffsets[rows.length] as number)
  for (const [at, record] of rows.entries()) bytes.set(record.features, featureOffsets[at])
  return { recordIds, productIds, featureOffsets, bytes }
}
