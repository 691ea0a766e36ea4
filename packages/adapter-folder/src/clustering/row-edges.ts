import { type Bytes, type KeySegment, rowOf } from '@utpid/adapter-memory/engine'
import {
  type KeyRules,
  type LookupKey,
  lookupKeys,
  type PairScore,
  type PairScorer,
  type RecordFeatures,
  recordsPerKey,
  weightOfConfidence,
} from '@utpid/core/scoring'
import type { BlockingKey } from '@utpid/core/storage'
import { copyLookup, type KeyScale } from '@utpid/core/storage'
import { ROW_IS_MISPLACED, ROW_IS_ORIGINAL, type RowCopies } from './row-copies.ts'
import type { RowFeatures } from './row-features.ts'
import type { RowNumbers } from './row-numbers.ts'

/**
 * Finds the edges of rows among all rows, like a write of these records. It ignores keys that are currently skipped. A
 * shared key with a place counts only if each record looks up the other record's cell.
 */
export class RowEdges {
  readonly #rows: RowNumbers
  readonly #features: RowFeatures
  readonly #scorer: PairScorer
  readonly #rules: KeyRules
  readonly #minWeight: number
  /** For each row: the last round that found the row. It ensures that each pair is scored once. */
  readonly #lastRound: Uint32Array
  #round = 0
  /** The rows that have the keys of a key lookup, grouped by key. */
  #holders = new Uint32Array(1_024)
  /**
   * For each key of a key lookup: the index of the first row with the key. A last entry marks the end. A skipped key
   * has no rows.
   */
  readonly #starts: number[] = []
  readonly #isUsed: boolean[] = []

  constructor(rows: RowNumbers, features: RowFeatures, scorer: PairScorer, rules: KeyRules) {
    this.#rows = rows
    this.#features = features
    this.#scorer = scorer
    this.#rules = rules
    this.#minWeight = weightOfConfidence(scorer.model.thresholds.review)
    this.#lastRound = new Uint32Array(rows.length)
  }

  /**
   * Calls `found` for each edge between a row and rows with higher numbers, in no order. Calls for lower rows find the
   * other edges.
   *
   * @param copies - The copy states of all rows. Lookups find a misplaced row only by the keys that it should have.
   * @param found - Receives the other row and the match weight in hundredths of a bit.
   */
  each(row: number, copies: RowCopies, found: (other: number, weight: number) => void): void {
    const features = this.#features.of(row)
    const isFirst = copies.copyStates[row] === ROW_IS_ORIGINAL
    const lookup = isFirst ? lookupKeys(features, this.#rules) : copyLookup(features, this.#rules.salt)
    this.#findHolders(lookup, copies)
    this.#round++
    this.#lastRound[row] = this.#round
    const score = (other: number): void => {
      this.#lastRound[other] = this.#round
      const scored = this.#score(features, other)
      if (scored !== undefined) found(other, Math.round(scored.weight * 100))
    }
    // Skips comparing cells for rows that share a key without a place, or are in the same cell.
    for (let at = 0; at < lookup.length; at++) {
      const { scale, own } = lookup[at] as LookupKey
      if (scale !== undefined && !own) continue
      for (let holder = this.#starts[at] as number; holder < (this.#starts[at + 1] as number); holder++) {
        const other = this.#holders[holder] as number
        if (other > row && this.#lastRound[other] !== this.#round) score(other)
      }
    }
    for (let at = 0; at < lookup.length; at++) {
      const { scale, own, slot } = lookup[at] as LookupKey
      if (scale === undefined || own || !this.#isOwnUsed(lookup, slot)) continue
      for (let holder = this.#starts[at] as number; holder < (this.#starts[at + 1] as number); holder++) {
        const other = this.#holders[holder] as number
        if (other <= row || this.#lastRound[other] === this.#round) continue
        if (this.#reachEachOther(scale, features, other)) score(other)
      }
    }
  }

  /**
   * For a row that is not cached, the feature view nearly always proves a different product, without decoding the
   * features.
   */
  #score(features: RecordFeatures, other: number): PairScore | undefined {
    const known = this.#features.cached(other)
    const glance = known === undefined ? this.#features.viewOf(other) : undefined
    return glance === undefined
      ? this.#scorer.scoreFrom(features, known ?? this.#features.of(other), this.#minWeight)
      : this.#scorer.scoreView(features, glance, this.#minWeight, () => this.#features.of(other))
  }

  #reachEachOther(scale: KeyScale, features: RecordFeatures, other: number): boolean {
    const known = this.#features.cached(other)
    const glance = known === undefined ? this.#features.viewOf(other) : undefined
    return glance === undefined
      ? scale.reachEachOther(features, known ?? this.#features.of(other))
      : scale.reachesPoint(features, glance.coordinates)
  }

  /** Returns whether a key of a neighbouring cell counts: only if the same key of the record's own cell is used. */
  #isOwnUsed(lookup: readonly LookupKey[], slot: number): boolean {
    const at = lookup.findIndex((key) => key.own && key.slot === slot)
    return at >= 0 && this.#isUsed[at] === true
  }

  #findHolders(lookup: readonly LookupKey[], { copyStates, anyMisplaced }: RowCopies): void {
    let length = 0
    for (let at = 0; at < lookup.length; at++) {
      this.#starts[at] = length
      const { key } = lookup[at] as LookupKey
      const max = recordsPerKey(key)
      let records = 0
      for (const [place, segment] of this.#rows.segments.entries()) {
        segment.find(key)
        records += segment.countFound()
        if (records > max && !anyMisplaced) break
        length = this.#addHolders(segment, this.#rows.starts[place] as number, length)
      }
      if (anyMisplaced) {
        const start = this.#starts[at] as number
        length = this.#withoutMisplaced(start, length, key, copyStates)
        records = length - start
      }
      this.#isUsed[at] = records <= max
      if (records > max) length = this.#starts[at] as number
    }
    this.#starts[lookup.length] = length
  }

  /** @returns the number of rows with the key, without the rows that lookups by this key should not find. */
  #withoutMisplaced(start: number, end: number, key: BlockingKey, standing: Bytes): number {
    let length = start
    for (let at = start; at < end; at++) {
      const row = this.#holders[at] as number
      if (standing[row] !== ROW_IS_MISPLACED || this.#isOwnCode(row, key)) this.#holders[length++] = row
    }
    return length
  }

  #isOwnCode(row: number, key: BlockingKey): boolean {
    return copyLookup(this.#features.of(row), this.#rules.salt).some((own) => own.key === key)
  }

  /** @returns the new number of rows with the key. */
  #addHolders(segment: KeySegment, start: number, before: number): number {
    let length = before
    const max = length + segment.to - segment.from
    if (max > this.#holders.length) {
      const larger = new Uint32Array(max * 2)
      larger.set(this.#holders)
      this.#holders = larger
    }
    for (let at = segment.from; at < segment.to; at++) {
      const row = rowOf(segment.rows[at] as number)
      if (!segment.isDeleted(row)) this.#holders[length++] = start + row
    }
    return length
  }
}
