import type { ProductId } from '@utpid/core'
import type { EarthPoint } from '@utpid/core/scoring'
import { type Bitset, countRows, eachRow, hasRow, setRow, wordsFor } from '../bits/bitset.ts'
import { LARGE_REVISION } from '../candidates/key-segment.ts'
import { positionOf } from '../columns/interpolation-search.ts'
import {
  BITSET_TERM_SHARE,
  NO_POINT,
  RANKS,
  ROWS_PER_SKIP,
  SINGLE_ROW_FLAG,
  type TermColumns,
  type TermPosition,
} from '../columns/term-columns.ts'
import type { TermHash } from '../columns/term-hash.ts'
import { VarintReader } from '../columns/varint-reader.ts'
import { PostingList } from '../postings/posting-list.ts'
import { DELETED, type Segment } from '../segments/segment-set.ts'
import { WordColumn } from '../words/word-column.ts'
import { findTerm } from '../words/word-columns.ts'
import { FacetColumn, TermCounter } from './facet-column.ts'

/**
 * Immutable products as columns in the order of results, found by terms and by ids. If a product is rewritten or
 * removed later, its row is marked as deleted.
 */
export class TermSegment implements Segment<TermSegment, TermColumns> {
  readonly columns: TermColumns
  readonly length: number
  /** The length of a bitset of all rows, in words of 32 rows. */
  readonly words: number
  readonly deleted: Bitset
  readonly #laterRevisions = new Map<number, number>()
  readonly #reader: VarintReader
  readonly #wordsOfTag: ReadonlyMap<string, WordColumn>
  /** The facet column of each tag. It is built on first use, since most tags are never counted. */
  readonly #values = new Map<string, FacetColumn>()
  #deletedCount = 0
  /** The deleted rows, built on demand; outdated if `#deletedCount` has increased. */
  #deletedRows: Uint32Array | undefined

  /** @param deleted - The deleted rows of the segment. Default: none. */
  constructor(columns: TermColumns, deleted?: Bitset) {
    this.columns = columns
    this.length = columns.productIds.length
    this.words = wordsFor(this.length)
    this.deleted = deleted ?? new Uint32Array(this.words)
    this.#deletedCount = deleted === undefined ? 0 : countRows(deleted)
    const { laterRevisions } = columns
    for (let at = 0; at < laterRevisions.length; at += 2) {
      this.#laterRevisions.set(laterRevisions[at] as number, laterRevisions[at + 1] as number)
    }
    this.#reader = new VarintReader(columns.postingLists)
    this.#wordsOfTag = WordColumn.byTag(columns, (term) => this.count(term))
  }

  get deletedCount(): number {
    return this.#deletedCount
  }

  /** The deleted rows, ascending. */
  get deletedRows(): Uint32Array {
    if (this.#deletedRows?.length !== this.#deletedCount) {
      const rows = new Uint32Array(this.#deletedCount)
      let length = 0
      eachRow(this.deleted, (row) => {
        rows[length++] = row
      })
      this.#deletedRows = rows
    }
    return this.#deletedRows
  }

  get live(): number {
    return this.length - this.#deletedCount
  }

  /** Returns the live row of a product, or -1. */
  row(id: ProductId): number {
    const { productIds, rankEnds } = this.columns
    let from = 0
    for (let at = 0; at < RANKS; at++) {
      const to = rankEnds[at] as number
      const row = positionOf(productIds, id, from, to)
      if (row >= 0) return hasRow(this.deleted, row) ? -1 : row
      from = to
    }
    return -1
  }

  revision(row: number): number {
    const revision = this.columns.revisions[row] as number
    return revision === LARGE_REVISION ? (this.#laterRevisions.get(row) as number) : revision
  }

  rank(row: number): number {
    const { rankEnds } = this.columns
    let at = 0
    while (row >= (rankEnds[at] as number)) at++
    return RANKS - 1 - at
  }

  /** Returns the point of a product; undefined for a product without a point. */
  point(row: number): EarthPoint | undefined {
    const { points } = this.columns
    const x = points[row * 3] as number
    return x === NO_POINT ? undefined : [x, points[row * 3 + 1] as number, points[row * 3 + 2] as number]
  }

  /**
   * Computes the distance like `squaredDistance` of core, but creates no object per row. Returns infinity for a product
   * without a point.
   */
  squaredDistance(row: number, to: EarthPoint): number {
    const { points } = this.columns
    const x = points[row * 3] as number
    if (x === NO_POINT) return Number.POSITIVE_INFINITY
    const dx = x - to[0]
    const dy = (points[row * 3 + 1] as number) - to[1]
    const dz = (points[row * 3 + 2] as number) - to[2]
    return dx * dx + dy * dy + dz * dz
  }

  /** @param row - A row that is not deleted yet. */
  markDeleted(row: number): void {
    setRow(this.deleted, row)
    this.#deletedCount++
  }

  /** Does nothing: only deletions matter, and they are stored in any case. */
  trackChanges(): void {}

  applyChanges(merged: TermSegment, rows: Uint32Array): void {
    eachRow(this.deleted, (row) => {
      const there = rows[row] as number
      if (there !== DELETED) merged.markDeleted(there)
    })
  }

  /** Returns the first row that comes after this rank and id in the order of rows. */
  firstAfter(rank: number, id: ProductId): number {
    const { productIds, rankEnds } = this.columns
    const at = RANKS - 1 - rank
    let low = at === 0 ? 0 : (rankEnds[at - 1] as number)
    let high = rankEnds[at] as number
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((productIds[middle] as number) <= id) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Returns the position of a term; -1 if no row ever had it. */
  find(term: TermHash): TermPosition {
    return findTerm(this.columns, term)
  }

  /** Counts the rows of a term, including deleted rows. */
  count(term: TermPosition): number {
    const value = this.columns.postings[term] as number
    if ((value & SINGLE_ROW_FLAG) !== 0) return 1
    this.#reader.at = value
    return this.#reader.next()
  }

  liveCount(term: TermPosition): number {
    if (this.#deletedCount === 0) return this.count(term)
    const rows = this.rows(term)
    // Reads only the blocks of a long list that may contain deleted rows.
    if (this.#deletedCount * ROWS_PER_SKIP < rows.count) return rows.count - rows.among(this.deletedRows).length
    return rows.countWithout(this.deleted)
  }

  rows(term: TermPosition): PostingList {
    const { postings, bitsets } = this.columns
    const value = postings[term] as number
    if ((value & SINGLE_ROW_FLAG) !== 0) return PostingList.single(value & ~SINGLE_ROW_FLAG)
    this.#reader.at = value
    const count = this.#reader.next()
    if (isBitset(count, this.length)) {
      const start = this.#reader.next() * this.words
      return PostingList.bits(bitsets.subarray(start, start + this.words), count)
    }
    const steps = count > ROWS_PER_SKIP ? this.#reader.next() : -1
    return PostingList.list(this.columns, this.#reader.at, count, steps)
  }

  termCounter(terms: readonly string[]): TermCounter {
    const byTag = new Map<string, number[]>()
    for (const [at, text] of terms.entries()) {
      const tag = text.slice(0, text.indexOf(':') + 1)
      const ofTag = byTag.get(tag)
      if (ofTag === undefined) byTag.set(tag, [at])
      else ofTag.push(at)
    }
    const tallies = [...byTag].map(([tag, places]) => {
      const texts = places.map((at) => terms[at] as string)
      let column = this.#values.get(tag)
      if (column === undefined || !column.knows(texts)) {
        column = new FacetColumn(this, column === undefined ? texts : column.and(texts))
        this.#values.set(tag, column)
      }
      return { places, tally: column.tally(texts) }
    })
    return new TermCounter(terms.length, tallies, this.length)
  }

  /** Returns the first live row at or after `from`, or the number of rows. */
  nextLive(from: number): number {
    let row = from
    while (row < this.length && hasRow(this.deleted, row)) row++
    return row
  }

  get wordTags(): string[] {
    return [...this.#wordsOfTag.keys()]
  }

  wordsOf(tag: string): WordColumn | undefined {
    return this.#wordsOfTag.get(tag)
  }
}

/** Returns whether a term of `count` among `rows` rows is stored as a bitset. */
export function isBitset(count: number, rows: number): boolean {
  return count > ROWS_PER_SKIP && count * BITSET_TERM_SHARE > rows
}
