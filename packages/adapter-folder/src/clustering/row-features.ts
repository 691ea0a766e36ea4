import { type Bytes, featureSpan, type KeySegment } from '@utpid/adapter-memory/engine'
import type { IndexRules, RecordFeatures } from '@utpid/core'
import { FeatureGlance } from '@utpid/core/adapter'
import type { RowNumbers } from './row-numbers.ts'

/** So many are remembered, and as many that were asked for before them; each takes some 2 kB. */
const REMEMBERED = 1_024

/**
 * Features of rows, decoded. Rows are worked on in the order of their places, so that a row meets the same others as the
 * one before it: those are decoded once, and what comparisons derive of them is derived once.
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

  /** Of a row that is remembered. */
  known(row: number): RecordFeatures | undefined {
    return this.#young.get(row) ?? this.#old.get(row)
  }

  /**
   * A glance at a row; undefined where the rules have none.
   *
   * @returns The same object each time.
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
