import { type Bytes, type KeySegment, rowOf } from '@utpid/adapter-memory/engine'
import {
  type IndexRules,
  type PairScore,
  type PairScorer,
  type ProbeKey,
  probeKeys,
  type RecordFeatures,
  recordsPerKey,
  weightOfConfidence,
} from '@utpid/core/scoring'
import type { BlockingKey } from '@utpid/core/storage'
import { copyProbe, type KeyScale } from '@utpid/core/storage'
import { ROW_IS_MISPLACED, ROW_STANDS, type RowCopies } from './row-copies.ts'
import type { RowFeatures } from './row-features.ts'
import type { RowNumbers } from './row-numbers.ts'

/**
 * Finds the edges of rows among all rows, as writing these records would. A key shared by two records must not be a
 * skipped key now. A key with a place counts only if each record reaches the cell of the other.
 */
export class RowEdges {
  readonly #rows: RowNumbers
  readonly #features: RowFeatures
  readonly #scorer: PairScorer
  readonly #rules: Pick<IndexRules, 'salt'>
  readonly #leastWeight: number
  /** By row: the round in which it was last met, so that each pair is scored once. */
  readonly #metFor: Uint32Array
  #round = 0
  /** Rows with the keys of a key lookup, one key after the other. */
  #holders = new Uint32Array(1_024)
  /**
   * By key of a key lookup: index of its first holder, with one more entry for the end. A skipped key has no holders.
   */
  readonly #starts: number[] = []
  readonly #answered: boolean[] = []

  constructor(rows: RowNumbers, features: RowFeatures, scorer: PairScorer, rules: Pick<IndexRules, 'salt'>) {
    this.#rows = rows
    this.#features = features
    this.#scorer = scorer
    this.#rules = rules
    this.#leastWeight = weightOfConfidence(scorer.model.thresholds.review)
    this.#metFor = new Uint32Array(rows.length)
  }

  /**
   * Calls back for each edge between a row and rows of higher numbers, in no order. Edges to lower rows are found from
   * those rows.
   *
   * @param copies - Which rows are copies. A misplaced row is only found by the keys that it should have.
   * @param found - Receives the other row and the match weight in hundredths of a bit.
   */
  each(row: number, copies: RowCopies, found: (other: number, weight: number) => void): void {
    const features = this.#features.of(row)
    const isFirst = copies.standing[row] === ROW_STANDS
    const probe = isFirst ? probeKeys(features, this.#rules.salt) : copyProbe(features, this.#rules.salt)
    this.#look(probe, copies)
    this.#round++
    this.#metFor[row] = this.#round
    const score = (other: number): void => {
      this.#metFor[other] = this.#round
      const scored = this.#score(features, other)
      if (scored !== undefined) found(other, Math.round(scored.weight * 100))
    }
    // Rows with a shared key without a place, or in the same cell, need no comparison of cells.
    for (let at = 0; at < probe.length; at++) {
      const { scale, own } = probe[at] as ProbeKey
      if (scale !== undefined && !own) continue
      for (let holder = this.#starts[at] as number; holder < (this.#starts[at + 1] as number); holder++) {
        const other = this.#holders[holder] as number
        if (other > row && this.#metFor[other] !== this.#round) score(other)
      }
    }
    for (let at = 0; at < probe.length; at++) {
      const { scale, own, slot } = probe[at] as ProbeKey
      if (scale === undefined || own || !this.#isOwnAnswered(probe, slot)) continue
      for (let holder = this.#starts[at] as number; holder < (this.#starts[at + 1] as number); holder++) {
        const other = this.#holders[holder] as number
        if (other <= row || this.#metFor[other] === this.#round) continue
        if (this.#reachEachOther(scale, features, other)) score(other)
      }
    }
  }

  /**
   * For an unknown row, the feature view nearly always suffices to see that it is a different place, without decoding.
   */
  #score(features: RecordFeatures, other: number): PairScore | undefined {
    const known = this.#features.known(other)
    const glance = known === undefined ? this.#features.glance(other) : undefined
    return glance === undefined
      ? this.#scorer.scoreFrom(features, known ?? this.#features.of(other), this.#leastWeight)
      : this.#scorer.scoreGlanced(features, glance, this.#leastWeight, () => this.#features.of(other))
  }

  #reachEachOther(scale: KeyScale, features: RecordFeatures, other: number): boolean {
    const known = this.#features.known(other)
    const glance = known === undefined ? this.#features.glance(other) : undefined
    return glance === undefined
      ? scale.reachEachOther(features, known ?? this.#features.of(other))
      : scale.reachesPoint(features, glance.coordinates)
  }

  /** A key of a neighbouring cell counts only if the key of the record's own cell would. */
  #isOwnAnswered(probe: readonly ProbeKey[], slot: number): boolean {
    const at = probe.findIndex((key) => key.own && key.slot === slot)
    return at >= 0 && this.#answered[at] === true
  }

  #look(probe: readonly ProbeKey[], { standing, anyMisplaced }: RowCopies): void {
    let length = 0
    for (let at = 0; at < probe.length; at++) {
      this.#starts[at] = length
      const { key } = probe[at] as ProbeKey
      const most = recordsPerKey(key)
      let records = 0
      for (const [place, segment] of this.#rows.segments.entries()) {
        segment.find(key)
        records += segment.countFound()
        if (records > most && !anyMisplaced) break
        length = this.#note(segment, this.#rows.starts[place] as number, length)
      }
      if (anyMisplaced) {
        const start = this.#starts[at] as number
        length = this.#withoutMisplaced(start, length, key, standing)
        records = length - start
      }
      this.#answered[at] = records <= most
      if (records > most) length = this.#starts[at] as number
    }
    this.#starts[probe.length] = length
  }

  /** @returns the number of holders without those that the key should not find. */
  #withoutMisplaced(start: number, end: number, key: BlockingKey, standing: Bytes): number {
    let length = start
    for (let at = start; at < end; at++) {
      const row = this.#holders[at] as number
      if (standing[row] !== ROW_IS_MISPLACED || this.#isOwnCode(row, key)) this.#holders[length++] = row
    }
    return length
  }

  #isOwnCode(row: number, key: BlockingKey): boolean {
    return copyProbe(this.#features.of(row), this.#rules.salt).some((own) => own.key === key)
  }

  /** @returns the new number of holders. */
  #note(segment: KeySegment, start: number, before: number): number {
    let length = before
    const most = length + segment.to - segment.from
    if (most > this.#holders.length) {
      const larger = new Uint32Array(most * 2)
      larger.set(this.#holders)
      this.#holders = larger
    }
    for (let at = segment.from; at < segment.to; at++) {
      const row = rowOf(segment.rows[at] as number)
      if (!segment.isDead(row)) this.#holders[length++] = start + row
    }
    return length
  }
}
