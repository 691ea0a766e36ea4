import { FeatureView } from '../features/codec/feature-view.ts'
import type { RecordFeatures } from '../features/record-features.ts'
import type { IndexRules } from '../features/rules/index-rules.ts'
import type { CandidateColumns } from '../storage/registry-index.ts'
import type { RecordId } from '../storage/rows.ts'

/**
 * A feature view that all calls share. The code fills and reads the view without an await in between. Creating a view
 * costs more than using it.
 */
const sharedView = new FeatureView()

/**
 * Features of the candidates of one call. Inputs in one city share candidates. Each candidate is decoded once, and
 * comparisons derive their data from it once. The object is dropped after the call. Otherwise, the garbage collector
 * would promote the features to the old generation.
 */
export class CandidateFeatures {
  readonly #columns: CandidateColumns
  readonly #rules: IndexRules
  /** The last row that was read. */
  #row = -1
  #features: RecordFeatures | undefined
  /** Features of records that are candidates of several inputs; undefined until the features are decoded. */
  readonly #shared = new Map<RecordId, RecordFeatures | undefined>()

  /**
   * Creates the features of one call.
   *
   * @param rules - Index rules that produced the records of the index.
   */
  constructor(columns: CandidateColumns, rules: IndexRules) {
    this.#columns = columns
    this.#rules = rules
    // No input has the same candidate twice, so a call with one input shares no features.
    if (columns.offsets.length <= 2) return
    const met = new Set<RecordId>()
    for (const id of columns.recordIds) {
      if (met.has(id)) this.#shared.set(id, undefined)
      else met.add(id)
    }
  }

  /**
   * Points the shared feature view at a row.
   *
   * @param row - Row of the columns.
   * @returns Always the same object; undefined if the rules have no feature view.
   */
  view(row: number): FeatureView | undefined {
    if (this.#rules.readView === undefined) return undefined
    const { bytes, featureOffsets } = this.#columns
    this.#rules.readView(sharedView, bytes, featureOffsets[row] as number, featureOffsets[row + 1] as number)
    return sharedView
  }

  /**
   * Returns the decoded features of a row.
   *
   * @param row - Row of the columns.
   */
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
