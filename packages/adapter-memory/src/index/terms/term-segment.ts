import type { ProductId } from '@utpid/core'
import type { EarthPoint } from '@utpid/core/scoring'
import { countRows, eachRow, hasRow, type RowBits, setRow, wordsFor } from '../bits/row-bits.ts'
import { REVISION_OVER } from '../candidates/key-segment.ts'
import { ByteReader } from '../columns/byte-reader.ts'
import { positionOf } from '../columns/position-of.ts'
import type { TermHash } from '../columns/spread-term.ts'
import {
  BITS_SHARE,
  NOWHERE,
  RANKS,
  ROWS_PER_STEP,
  SINGLE,
  type TermColumns,
  type TermPosition,
} from '../columns/term-columns.ts'
import { TermRows } from '../postings/term-rows.ts'
import { GONE, type Segment } from '../segments/segment-set.ts'
import { WordColumn } from '../words/word-column.ts'
import { findTerm } from '../words/word-columns.ts'
import { HeldTerms, ValueColumn } from './value-column.ts'

/**
 * Immutable products as columns in the order of results, found by terms and by ids. A product that was rewritten or
 * removed later is marked as deleted here.
 */
export class TermSegment implements Segment<TermSegment, TermColumns> {
  readonly columns: TermColumns
  readonly length: number
  /** Length of a bitset of all rows, in words of 32 rows. */
  readonly words: number
  readonly dead: RowBits
  readonly #laterRevisions = new Map<number, number>()
  readonly #reader: ByteReader
  readonly #wordsOfTag: ReadonlyMap<string, WordColumn>
  /** By tag. Built on first use, since most tags are never counted. */
  readonly #values = new Map<string, ValueColumn>()
  #deadCount = 0
  /** Built on demand; outdated if `#deadCount` has grown since. */
  #deadRows: Uint32Array | undefined

  /** @param dead - Its deleted rows. Default: none. */
  constructor(columns: TermColumns, dead?: RowBits) {
    this.columns = columns
    this.length = columns.productIds.length
    this.words = wordsFor(this.length)
    this.dead = dead ?? new Uint32Array(this.words)
    this.#deadCount = dead === undefined ? 0 : countRows(dead)
    const { laterRevisions } = columns
    for (let at = 0; at < laterRevisions.length; at += 2) {
      this.#laterRevisions.set(laterRevisions[at] as number, laterRevisions[at + 1] as number)
    }
    this.#reader = new ByteReader(columns.lists)
    this.#wordsOfTag = WordColumn.byTag(columns, (term) => this.count(term))
  }

  get deadCount(): number {
    return this.#deadCount
  }

  /** The deleted rows, ascending. */
  get deadRows(): Uint32Array {
    if (this.#deadRows?.length !== this.#deadCount) {
      const rows = new Uint32Array(this.#deadCount)
      let length = 0
      eachRow(this.dead, (row) => {
        rows[length++] = row
      })
      this.#deadRows = rows
    }
    return this.#deadRows
  }

  get live(): number {
    return this.length - this.#deadCount
  }

  /** Returns the live row of a product, or -1. */
  row(id: ProductId): number {
    const { productIds, rankEnds } = this.columns
    let from = 0
    for (let at = 0; at < RANKS; at++) {
      const to = rankEnds[at] as number
      const row = positionOf(productIds, id, from, to)
      if (row >= 0) return hasRow(this.dead, row) ? -1 : row
      from = to
    }
    return -1
  }

  revision(row: number): number {
    const revision = this.columns.revisions[row] as number
    return revision === REVISION_OVER ? (this.#laterRevisions.get(row) as number) : revision
  }

  rank(row: number): number {
    const { rankEnds } = this.columns
    let at = 0
    while (row >= (rankEnds[at] as number)) at++
    return RANKS - 1 - at
  }

  /** Returns undefined for a product without a point. */
  point(row: number): EarthPoint | undefined {
    const { points } = this.columns
    const x = points[row * 3] as number
    return x === NOWHERE ? undefined : [x, points[row * 3 + 1] as number, points[row * 3 + 2] as number]
  }

  /** Like `squaredDistance` of core, but without an object per row. Infinite for a product without a point. */
  squaredDistance(row: number, to: EarthPoint): number {
    const { points } = this.columns
    const x = points[row * 3] as number
    if (x === NOWHERE) return Number.POSITIVE_INFINITY
    const dx = x - to[0]
    const dy = (points[row * 3 + 1] as number) - to[1]
    const dz = (points[row * 3 + 2] as number) - to[2]
    return dx * dx + dy * dy + dz * dz
  }

  /** @param row - Not deleted yet. */
  bury(row: number): void {
    setRow(this.dead, row)
    this.#deadCount++
  }

  /** Nothing to track: only deletions matter, and they are stored anyway. */
  watch(): void {}

  catchUp(merged: TermSegment, rows: Uint32Array): void {
    eachRow(this.dead, (row) => {
      const there = rows[row] as number
      if (there !== GONE) merged.bury(there)
    })
  }

  /** Returns the first row after a position in the order by rank and id. */
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

  /** Returns -1 if no row ever held the term. */
  find(term: TermHash): TermPosition {
    return findTerm(this.columns, term)
  }

  /** Counts the rows of a term, including deleted rows. */
  count(term: TermPosition): number {
    const value = this.columns.values[term] as number
    if ((value & SINGLE) !== 0) return 1
    this.#reader.at = value
    return this.#reader.next()
  }

  /** Counts the live rows of a term. */
  liveCount(term: TermPosition): number {
    if (this.#deadCount === 0) return this.count(term)
    const rows = this.rows(term)
    // Read only the blocks of a long list that may contain deleted rows.
    if (this.#deadCount * ROWS_PER_STEP < rows.count) return rows.count - rows.among(this.deadRows).length
    return rows.countWithout(this.dead)
  }

  rows(term: TermPosition): TermRows {
    const { values, bits } = this.columns
    const value = values[term] as number
    if ((value & SINGLE) !== 0) return TermRows.single(value & ~SINGLE)
    this.#reader.at = value
    const count = this.#reader.next()
    if (isBits(count, this.length)) {
      const start = this.#reader.next() * this.words
      return TermRows.bits(bits.subarray(start, start + this.words), count)
    }
    const steps = count > ROWS_PER_STEP ? this.#reader.next() : -1
    return TermRows.list(this.columns, this.#reader.at, count, steps)
  }

  /** Creates a counter of terms in rows. */
  heldTerms(terms: readonly string[]): HeldTerms {
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
        column = new ValueColumn(this, column === undefined ? texts : column.and(texts))
        this.#values.set(tag, column)
      }
      return { places, tally: column.tally(texts) }
    })
    return new HeldTerms(terms.length, tallies, this.length)
  }

  /** Returns the first live row at or after `from`, or the length. */
  nextLive(from: number): number {
    let row = from
    while (row < this.length && hasRow(this.dead, row)) row++
    return row
  }

  get wordTags(): string[] {
    return [...this.#wordsOfTag.keys()]
  }

  wordsOf(tag: string): WordColumn | undefined {
    return this.#wordsOfTag.get(tag)
  }
}

/** Whether a term with `count` of `rows` rows is stored as a bitset. */
export function isBits(count: number, rows: number): boolean {
  return count > ROWS_PER_STEP && count * BITS_SHARE > rows
}
