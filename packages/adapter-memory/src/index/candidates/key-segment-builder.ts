import type { IndexRecord } from '@utpid/core/storage'
import { BucketEntries } from '../columns/bucket-entries.ts'
import { bucketStarts } from '../columns/bucket-starts.ts'
import { bucketBitsFor, HIGH_BITS, highOf, lowOf } from '../columns/mixed-key.ts'
import { bytes, GrowingColumn, integers, numbers } from '../columns/shared-column.ts'
import { FeatureWriter } from './feature-writer.ts'
import { KeyDictionaryWriter } from './key-dictionary-writer.ts'
import { type KeyColumns, LARGE_REVISION } from './key-segment.ts'

/** Builds a segment from records. Callers add records individually, with distinct ids. */
export class KeySegmentBuilder {
  readonly #ids = new GrowingColumn(numbers)
  readonly #products = new GrowingColumn(numbers)
  readonly #revisions = new GrowingColumn(numbers)
  readonly #features = new FeatureWriter()
  readonly #featureStarts = new GrowingColumn(integers)
  /** For each record: the end of its keys in `#keys`. */
  readonly #keyEnds = new GrowingColumn(integers)
  readonly #keys = new GrowingColumn(numbers)
  #ascends = true

  get length(): number {
    return this.#ids.length
  }

  add({ id, productId, revision, features, keys }: IndexRecord): void {
    if (this.length > 0 && id < this.#ids.at(this.length - 1)) this.#ascends = false
    this.#ids.push(id)
    this.#products.push(productId)
    this.#revisions.push(revision)
    this.#featureStarts.push(this.#features.put(productId, features))
    this.#keys.append(keys)
    this.#keyEnds.push(this.#keys.length)
  }

  /**
   * @param bucketBits - The number of upper bits of a key that select its bucket. Default: derived from the number of
   *   keys.
   */
  finish(bucketBits: number = bucketBitsFor(this.#keys.length)): KeyColumns {
    const order = this.#order()
    return {
      ...this.#recordColumns(order),
      features: this.#features.finish(),
      ...this.#dictionary(order, bucketBits),
    }
  }

  /** Returns the record position of each row; undefined if records are already in row order. */
  #order(): Uint32Array | undefined {
    if (this.#ascends) return undefined
    const ids = this.#ids.values
    return Uint32Array.from({ length: this.length }, (_, at) => at).sort(
      (a, b) => (ids[a] as number) - (ids[b] as number),
    )
  }

  #recordColumns(
    order: Uint32Array | undefined,
  ): Omit<KeyColumns, 'features' | keyof ReturnType<KeyDictionaryWriter['finish']>> {
    const { length } = this
    const columns = {
      recordIds: numbers(length),
      productIds: numbers(length),
      revisions: bytes(length),
      featureStarts: integers(length),
    }
    const later = new GrowingColumn(numbers, 2)
    for (let row = 0; row < length; row++) {
      const from = order === undefined ? row : (order[row] as number)
      columns.recordIds[row] = this.#ids.at(from)
      columns.productIds[row] = this.#products.at(from)
      columns.featureStarts[row] = this.#featureStarts.at(from)
      putRevision(columns.revisions, later, row, this.#revisions.at(from))
    }
    return { ...columns, laterRevisions: later.finish() }
  }

  #dictionary(order: Uint32Array | undefined, bucketBits: number): ReturnType<KeyDictionaryWriter['finish']> {
    const keys = this.#keys.values
    const buckets = 2 ** bucketBits
    const shift = HIGH_BITS - bucketBits
    const starts = bucketStarts(keys.length, buckets, (at) => highOf(keys[at] as number) >>> shift)
    const byBucket = new Float64Array(keys.length)
    const rows = new Uint32Array(keys.length)
    const next = starts.slice()
    for (let row = 0; row < this.length; row++) {
      const from = order === undefined ? row : (order[row] as number)
      for (let at = from === 0 ? 0 : this.#keyEnds.at(from - 1); at < this.#keyEnds.at(from); at++) {
        const key = keys[at] as number
        const bucket = highOf(key) >>> shift
        const to = next[bucket] as number
        next[bucket] = to + 1
        byBucket[to] = key
        rows[to] = row
      }
    }
    const writer = new KeyDictionaryWriter(bucketBits, keys.length)
    const entries = new BucketEntries()
    for (let bucket = 0; bucket < buckets; bucket++) {
      entries.clear()
      for (let at = starts[bucket] as number; at < (starts[bucket + 1] as number); at++) {
        const key = byBucket[at] as number
        entries.add(highOf(key), lowOf(key), rows[at] as number)
      }
      writer.put(entries.sorted())
    }
    return writer.finish()
  }
}

/** Stores a revision as a byte. The few large revisions are stored in a list. */
export function putRevision(
  revisions: Uint8Array,
  later: GrowingColumn<ReturnType<typeof numbers>>,
  row: number,
  revision: number,
): void {
  if (revision < LARGE_REVISION) {
    revisions[row] = revision
    return
  }
  revisions[row] = LARGE_REVISION
  later.push(row)
  later.push(revision)
}
