import { FeatureGlance } from '../features/codec/feature-glance.ts'
import type { RecordFeatures } from '../features/record-features.ts'
import type { IndexRules } from '../features/rules/index-rules.ts'
import type { CandidateColumns } from '../storage/registry-index.ts'
import type { RecordId } from '../storage/rows.ts'

/** One for all calls: it is read and asked without giving way, and takes longer to be made than to be used. */
const shared = new FeatureGlance()

/**
 * Features of the candidates of one call. Inputs of one city meet the same ones: those are decoded once, and what comparisons
 * derive of them is derived once. They go with the call: kept for the next ones they would outlive their youth.
 */
export class CandidateFeatures {
  readonly #columns: CandidateColumns
  readonly #rules: IndexRules
  /** The row that was read last. */
  #row = -1
  #features: RecordFeatures | undefined
  /** Those that several inputs meet; undefined until they are. */
  readonly #shared = new Map<RecordId, RecordFeatures | undefined>()

  /** @param rules - By which the records of the index were made. */
  constructor(columns: CandidateColumns, rules: IndexRules) {
    this.#columns = columns
    this.#rules = rules
    // One input meets each of its candidates once.
    if (columns.offsets.length <= 2) return
    const met = new Set<RecordId>()
    for (const id of columns.recordIds) {
      if (met.has(id)) this.#shared.set(id, undefined)
      else met.add(id)
    }
  }

  /**
   * A glance at a row; undefined where the rules have none.
   *
   * @param row - Of the columns.
   * @returns The same object each time.
   */
  glance(row: number): FeatureGlance | undefined {
    if (this.#rules.glance === undefined) return undefined
    const { bytes, featureOffsets } = this.#columns
    this.#rules.glance(shared, bytes, featureOffsets[row] as number, featureOffsets[row + 1] as number)
    return shared
  }

  /** @param row - Of the columns. */
  of(row: number): RecordFeatures {
    if (row !== this.#row || this.#features === undefined) {
      this.#features = this.#read(row)
      this.#row = row
    }
    return this.#features
  }

  #read(row: number): RecordFeatures {
    const id = this.#columns.recordIds[row] as RecordId
    const known = this.#shared.get(id)
    if (known !== undefined) return known
    const { bytes, featureOffsets } = this.#columns
    const features = this.#rules.decode(bytes.subarray(featureOffsets[row], featureOffsets[row + 1]))
    if (this.#shared.has(id)) this.#shared.set(id, features)
    return features
  }
}
