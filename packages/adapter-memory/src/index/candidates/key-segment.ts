import type { ProductId } from '@utpid/core'
import type { BlockingKey, RecordId } from '@utpid/core/storage'
import { type Bitset, countRows, eachRow, hasRow, setRow, wordsFor } from '../bits/bitset.ts'
import { positionOf } from '../columns/interpolation-search.ts'
import { HIGH_BITS, highOf, lowOf } from '../columns/mixed-key.ts'
import type { Bytes, Integers, Numbers } from '../columns/shared-column.ts'
import { DELETED, type Segment } from '../segments/segment-set.ts'

/** The flag of the last entry of a key. */
export const LAST_FLAG = 0x8000_0000
/**
 * The flag of the only entry of a key with many rows. The entry is then the number of their list. Row numbers and list
 * numbers are below this flag.
 */
export const LIST_FLAG = 0x4000_0000
/** The maximum number of rows of a key without a list. Lists keep buckets short. */
export const MAX_ENTRIES = 16

/** The lowest revision that is stored in a map next to the byte column. */
export const LARGE_REVISION = 255

/** The columns of a {@link KeySegment}, as workers transfer and checkpoints store them. */
export interface KeyColumns {
  /** The record ids, ascending: rows are sorted by record id. */
  readonly recordIds: Numbers
  /** The products. This is the only mutable column: records move to other products. */
  readonly productIds: Numbers
  /** The revisions up to 254; {@link LARGE_REVISION} if the revision is in `laterRevisions`. */
  readonly revisions: Bytes
  /** Pairs of a row and its revision. */
  readonly laterRevisions: Numbers
  /** For each row: the start of its features in `features`. Rows of one product with equal features share them. */
  readonly featureStarts: Integers
  /** The features. Each entry has its length as a varint (7 bits per byte, lowest first), then its bytes. */
  readonly features: Bytes
  /**
   * For each bucket: its first key in `keys` and its first entry in `entries`; then the end. There are 2^b buckets,
   * with b up to 21.
   */
  readonly bucketKeys: Integers
  readonly bucketEntries: Integers
  /** The lower 32 bits of each key. In a bucket, keys are sorted by upper and then by lower bits. */
  readonly keys: Integers
  /** The upper 21 bits of each key, mixed; empty if the bucket number determines them. */
  readonly highs: Integers
  readonly entries: Integers
  /** The start of each list in `listedRows`, then the end. */
  readonly listStarts: Integers
  readonly listedRows: Integers
}

/**
 * Immutable records as columns, found by keys and by ids. If a record is rewritten or removed later, its row is marked
 * as deleted. Only the product of a record may change.
 */
export class KeySegment implements Segment<KeySegment, KeyColumns> {
  readonly columns: KeyColumns
  readonly length: number
  readonly #laterRevisions: Map<number, number>
  readonly deleted: Bitset
  readonly #bucketShift: number
  #deletedCount = 0
  #moved: Set<number> | undefined
  /** The result of the last {@link find}: entries `from` to `to - 1` of `rows`. {@link rowOf} removes their flags. */
  rows: Integers
  from = 0
  to = 0

  /** @param deleted - The deleted rows of the segment. Default: none. */
  constructor(columns: KeyColumns, deleted?: Bitset) {
    this.columns = columns
    this.length = columns.recordIds.length
    this.deleted = deleted ?? new Uint32Array(wordsFor(this.length))
    this.#deletedCount = deleted === undefined ? 0 : countRows(deleted)
    this.#laterRevisions = new Map()
    const { laterRevisions } = columns
    for (let at = 0; at < laterRevisions.length; at += 2) {
      this.#laterRevisions.set(laterRevisions[at] as number, laterRevisions[at + 1] as number)
    }
    this.#bucketShift = HIGH_BITS - Math.log2(columns.bucketKeys.length - 1)
    this.rows = columns.entries
  }

  get live(): number {
    return this.length - this.#deletedCount
  }

  /** Returns the live row of a record, or -1. */
  row(id: RecordId): number {
    const row = positionOf(this.columns.recordIds, id, 0, this.length)
    return row < 0 || hasRow(this.deleted, row) ? -1 : row
  }

  revision(row: number): number {
    const revision = this.columns.revisions[row] as number
    return revision === LARGE_REVISION ? (this.#laterRevisions.get(row) as number) : revision
  }

  isDeleted(row: number): boolean {
    return hasRow(this.deleted, row)
  }

  /** @param row - A row that is not deleted yet. */
  markDeleted(row: number): void {
    setRow(this.deleted, row)
    this.#deletedCount++
  }

  move(row: number, productId: ProductId): void {
    this.columns.productIds[row] = productId
    this.#moved?.add(row)
  }

  /** Starts to track records that move to another product. */
  trackChanges(): void {
    this.#moved = new Set()
  }

  applyChanges(merged: KeySegment, rows: Uint32Array): void {
    for (const row of this.#moved ?? []) {
      const there = rows[row] as number
      if (there !== DELETED) merged.move(there, this.columns.productIds[row] as number)
    }
    eachRow(this.deleted, (row) => {
      const there = rows[row] as number
      if (there !== DELETED) merged.markDeleted(there)
    })
  }

  /** Finds the rows of a key, including deleted rows. The result is in `rows`, `from` and `to`. */
  find(key: BlockingKey): void {
    const { bucketKeys, bucketEntries, keys, highs, entries, listStarts, listedRows } = this.columns
    const high = highOf(key)
    const bucket = high >>> this.#bucketShift
    const low = lowOf(key)
    const hasHighs = highs.length > 0
    const end = bucketKeys[bucket + 1] as number
    let entry = bucketEntries[bucket] as number
    for (let at = bucketKeys[bucket] as number; at < end; at++) {
      if (keys[at] === low && (!hasHighs || highs[at] === high)) {
        const first = entries[entry] as number
        if ((first & LIST_FLAG) !== 0) {
          const list = first & (LIST_FLAG - 1)
          this.rows = listedRows
          this.from = listStarts[list] as number
          this.to = listStarts[list + 1] as number
          return
        }
        this.rows = entries
        this.from = entry
        while (((entries[entry] as number) & LAST_FLAG) === 0) entry++
        this.to = entry + 1
        return
      }
      while (((entries[entry] as number) & LAST_FLAG) === 0) entry++
      entry++
    }
    this.from = 0
    this.to = 0
  }

  /** Counts the live rows of the last {@link find}. */
  countFound(): number {
    if (this.#deletedCount === 0) return this.to - this.from
    let count = 0
    for (let at = this.from; at < this.to; at++) if (!hasRow(this.deleted, rowOf(this.rows[at] as number))) count++
    return count
  }
}

/** Returns the row of an entry, without its flags. */
export function rowOf(entry: number): number {
  return entry & (LIST_FLAG - 1)
}
