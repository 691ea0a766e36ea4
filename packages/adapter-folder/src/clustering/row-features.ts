import { type Bytes, featureSpan, type KeySegment } from '@utpid/adapter-memory/engine'
import type { IndexRules, RecordFeatures } from '@utpid/core/scoring'
import { FeatureGlance } from '@utpid/core/storage'
import type { RowNumbers } from './row-numbers.ts'

/** Maximum size of the younger generation of the cache; the older one is as large. An entry takes about 2 kB. */
const REMEMBERED = 1_024

/**
 * Cache of decoded features. Rows are processed in the order of their places, so a row meets the same rows as the one
 * before. Each of them is decoded once, and values derived for comparisons are computed once.
 */
export class RowFeatures {
  readonly #rows: RowNumbers
  readonly #rules: Pick<IndexRules, 'decode' | 'glance'>
  readonly #glance = new FeatureGlance()
  #young = new Map<number, RecordFeatures>()
  #old = new Map<number, RecordFeatures>()

  constructor(rows: RowNumbers, rules: Pick<IndexRules, 'decode' | 'glance'>) {
    this.#rows = rows
    this.#rules = rules
  }

  /** @param row - Row number. */
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

  /** Returns the features of a cached row. */
  known(row: number): RecordFeatures | undefined {
    return this.#young.get(row) ?? this.#old.get(row)
  }

  /**
   * Returns a feature view of a row; undefined if the rules have none.
   *
   * @returns the same object each time.
   */
  glance(row: number): FeatureGlance | undefined {
    if (this.#rules.glance === undefined) return undefined
    const { column, at, length } = this.#span(row)
    this.#rules.glance(this.#glance, column, at, at + length)
    return this.#glance
  }

  decoded(row: number): RecordFeatures {
    return this.#rules.decode(this.encoded(row))
  }

  encoded(row: number): Bytes {
    const { column, at, length } = this.#span(row)
    return column.subarray(at, at + length)
  }

  #span(row: number): { readonly column: Bytes; readonly at: number; readonly length: number } {
    const place = this.#rows.segmentAt(row)
    const { features, featureStarts } = (this.#rows.segments[place] as KeySegment).columns
    const { at, length } = featureSpan(features, featureStarts[row - (this.#rows.starts[place] as number)] as number)
    return { column: features, at, length }
  }
}
