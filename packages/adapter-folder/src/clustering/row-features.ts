import { type Bytes, featureSpan, type KeySegment } from '@utpid/adapter-memory/engine'
import type { IndexRules, RecordFeatures } from '@utpid/core/scoring'
import { FeatureView } from '@utpid/core/storage'
import type { RowNumbers } from './row-numbers.ts'

/**
 * The maximum number of entries in the younger generation of the cache, and in the older one. An entry takes about 2
 * kB.
 */
const MAX_CACHED = 1_024

/**
 * A cache of decoded features. Rows are processed in spatial order, so consecutive rows are compared with the same
 * rows. Each row is decoded once, and its comparison values are computed once.
 */
export class RowFeatures {
  readonly #rows: RowNumbers
  readonly #rules: Pick<IndexRules, 'decode' | 'readView'>
  readonly #view = new FeatureView()
  #young = new Map<number, RecordFeatures>()
  #old = new Map<number, RecordFeatures>()

  constructor(rows: RowNumbers, rules: Pick<IndexRules, 'decode' | 'readView'>) {
    this.#rows = rows
    this.#rules = rules
  }

  of(row: number): RecordFeatures {
    const cached = this.#young.get(row)
    if (cached !== undefined) return cached
    const found = this.#old.get(row) ?? this.decode(row)
    if (this.#young.size >= MAX_CACHED) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(row, found)
    return found
  }

  cached(row: number): RecordFeatures | undefined {
    return this.#young.get(row) ?? this.#old.get(row)
  }

  /**
   * Returns a feature view of a row; undefined if the index rules have no feature view.
   *
   * @returns the same object at each call.
   */
  viewOf(row: number): FeatureView | undefined {
    if (this.#rules.readView === undefined) return undefined
    const { column, at, length } = this.#span(row)
    this.#rules.readView(this.#view, column, at, at + length)
    return this.#view
  }

  decode(row: number): RecordFeatures {
    return this.#rules.decode(this.encodedOf(row))
  }

  encodedOf(row: number): Bytes {
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
