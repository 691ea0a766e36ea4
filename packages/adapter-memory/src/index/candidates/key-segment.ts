import type { BlockingKey, ProductId, RecordId } from '@utpid/core'
import { countRows, eachRow, hasRow, type RowBits, setRow, wordsFor } from '../bits/row-bits.ts'
import { positionOf } from '../columns/position-of.ts'
import type { Bytes, Integers, Numbers } from '../columns/shared-column.ts'
import { HIGH_BITS, highOf, lowOf } from '../columns/spread-key.ts'
import { GONE, type Segment } from '../segments/segment-set.ts'

/** An entry that ends the rows of its key. */
export const LAST = 0x8000_0000
/** The only entry of a key that many rows carry: the number of their list. Rows and lists are numbered below it. */
export const LISTED = 0x4000_0000
/** Keys of more rows have a list of their own, so that a bucket stays short to walk through. */
export const ENTRIES_MOST = 16

/** Revisions from here on stand in a map beside their column of bytes. */
export const REVISION_OVER = 255

/** The columns of a {@link KeySegment}: what a worker hands over and a snapshot holds. */
export interface KeyColumns {
  /** Ascending: rows are in the order of their records. */
  readonly recordIds: Numbers
  /** The one column that changes: records go to other products. */
  readonly productIds: Numbers
  /** Up to 254; {@link REVISION_OVER} when it stands in `laterRevisions`. */
  readonly revisions: Bytes
  /** Pairs of row and revision. */
  readonly laterRevisions: Numbers
  /** By row, where its features begin in `features`; rows of one product that are equal share them. */
  readonly featureStarts: Integers
  /** Length in 7 bits a byte, the lowest first, then so many bytes; again and again. */
  readonly features: Bytes
  /** By bucket, and one more: its first key in `keys`, its first entry in `entries`. There are 2^b buckets, b up to 21. */
  readonly bucketKeys: Integers
  readonly bucketEntries: Integers
  /** Lower 32 bits of each key; in a bucket by upper and then by lower bits. */
  readonly keys: Integers
  /** Upper 21 bits of each key, spread; empty where the number of the bucket says them. */
  readonly highs: Integers
  readonly entries: Integers
  /** By list, and one more: where its rows begin in `listedRows`. */
  readonly listStarts: Integers
  readonly listedRows: Integers
}

/**
 * Records that do not change, as columns: found by their keys and by their ids. One that was written again or removed
 * since is dead here; only its product may change.
 */
export class KeySegment implements Segment<KeySegment, KeyColumns> {
  readonly columns: KeyColumns
  readonly length: number
  readonly #laterRevisions: Map<number, number>
  readonly dead: RowBits
  readonly #bucketShift: number
  #deadCount = 0
  #moved: Set<number> | undefined
  /** What the last {@link find} found: rows `from` to `to - 1` of `rows`, each with marks to be masked away. */
  rows: Integers
  from = 0
  to = 0

  /** @param dead - Its dead rows; none unless given. */
  constructor(columns: KeyColumns, dead?: RowBits) {
    this.columns = columns
    this.length = columns.recordIds.length
    this.dead = dead ?? new Uint32Array(wordsFor(this.length))
    this.#deadCount = dead === undefined ? 0 : countRows(dead)
    this.#laterRevisions = new Map()
    const { laterRevisions } = columns
    for (let at = 0; at < laterRevisions.length; at += 2) {
      this.#laterRevisions.set(laterRevisions[at] as number, laterRevisions[at + 1] as number)
    }
    this.#bucketShift = HIGH_BITS - Math.log2(columns.bucketKeys.length - 1)
    this.rows = columns.entries
  }

  /** How many of its rows are not dead. */
  get live(): number {
    return this.length - this.#deadCount
  }

  /** The row of a record that is not dead, or -1. */
  row(id: RecordId): number {
    const row = positionOf(this.columns.recordIds, id, 0, this.length)
    return row < 0 || hasRow(this.dead, row) ? -1 : row
  }

  revision(row: number): number {
    const revision = this.columns.revisions[row] as number
    return revision === REVISION_OVER ? (this.#laterRevisions.get(row) as number) : revision
  }

  isDead(row: number): boolean {
    return hasRow(this.dead, row)
  }

  /** @param row - Not dead yet. */
  bury(row: number): void {
    setRow(this.dead, row)
    this.#deadCount++
  }

  move(row: number, productId: ProductId): void {
    this.columns.productIds[row] = productId
    this.#moved?.add(row)
  }

  /** Notes which rows are moved from now on. */
  watch(): void {
    this.#moved = new Set()
  }

  catchUp(merged: KeySegment, rows: Uint32Array): void {
    for (const row of this.#moved ?? []) {
      const there = rows[row] as number
      if (there !== GONE) merged.move(there, this.columns.productIds[row] as number)
    }
    eachRow(this.dead, (row) => {
      const there = rows[row] as number
      if (there !== GONE) merged.bury(there)
    })
  }

  /** Looks for the rows of a key, the dead among them: `rows`, `from` and `to` say where they are. */
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
        if ((first & LISTED) !== 0) {
          const list = first & (LISTED - 1)
          this.rows = listedRows
          this.from = listStarts[list] as number
          this.to = listStarts[list + 1] as number
          return
        }
        this.rows = entries
        this.from = entry
        while (((entries[entry] as number) & LAST) === 0) entry++
        this.to = entry + 1
        return
      }
      while (((entries[entry] as number) & LAST) === 0) entry++
      entry++
    }
    this.from = 0
    this.to = 0
  }

  /** How many live rows the last {@link find} found. */
  countFound(): number {
    if (this.#deadCount === 0) return this.to - this.from
    let count = 0
    for (let at = this.from; at < this.to; at++) if (!hasRow(this.dead, rowOf(this.rows[at] as number))) count++
    return count
  }
}

/** The row of an entry. */
export function rowOf(entry: number): number {
  return entry & (LISTED - 1)
}
