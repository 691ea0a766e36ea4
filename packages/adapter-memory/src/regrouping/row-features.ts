import type { IndexRules, RecordFeatures } from '@utpid/core'
import { featureSpan } from '../engine/feature-writer.ts'
import type { KeySegment } from '../engine/key-segment.ts'
import type { RowNumbers } from './row-numbers.ts'

/** So many are remembered, and as many that were asked for before them; each takes some 2 kB. */
const REMEMBERED = 1_024

/**
 * Features of rows, decoded. Rows are worked on in the order of their places, so that a row meets the same others as the
 * one before it: those are decoded once, and what comparisons derive of them is derived once.
 */
export class RowFeatures {
  readonly #rows: RowNumbers
  readonly #rules: Pick<IndexRules, 'decode'>
  #young = new Map<number, RecordFeatures>()
  #old = new Map<number, RecordFeatures>()

  constructor(rows: RowNumbers, rules: Pick<IndexRules, 'decode'>) {
    this.#rows = rows
    this.#rules = rules
  }

  /** @param row - Its number. */
  of(row: number): RecordFeatures {
    const known = this.#young.get(row)
    if (known !== undefined) return known
    const found = this.#old.get(row) ?? this.decoded(row)
    if (this.#young.size >= REMEMBERED) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(row, found)
    return found
  }

  /** Without remembering it. */
  decoded(row: number): RecordFeatures {
    const at = this.#rows.segmentAt(row)
    const { features, featureStarts } = (this.#rows.segments[at] as KeySegment).columns
    const span = featureSpan(features, featureStarts[row - (this.#rows.starts[at] as number)] as number)
    return this.#rules.decode(features.subarray(span.at, span.at + span.length))
  }
}
