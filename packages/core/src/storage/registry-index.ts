import type { EarthPoint } from '../model/place.ts'
import type { ProductId } from '../model/utpid.ts'
import type { BlockingKey, ChangeNumber, RecordId } from './rows.ts'
import type { ExpandedWord, ExpandRequest, SearchAnswer, SearchQuery } from './search-query.ts'

/**
 * What finds candidates and products: derived from the ledger, so it can be rebuilt from a
 * scan. Keys and terms are made by core and are opaque here.
 */
export interface RegistryIndex {
  /**
   * Applies steps in order; one that was applied already changes nothing.
   *
   * @throws `validation_failed` when a step before it is missing.
   */
  apply(changes: readonly IndexChange[]): Promise<void>
  /** The last change applied. */
  at(): Promise<ChangeNumber>
  /**
   * Finds the records that carry a key of a probe.
   *
   * A key on more records than its limit is not answered and is named in
   * `skippedKeys`. The rule is stated here and not left to the adapter, so that the same
   * data gives the same candidates everywhere. Candidates of a probe come by ascending
   * record id.
   *
   * @param probes - 0 to `LIMITS.probesPerCall`, each of 0 to `LIMITS.keysPerProbe` distinct keys.
   * @param recordsPerKey - Limit of every key whose probe gives none; usually `LIMITS.recordsPerKey`.
   */
  candidates(probes: readonly Probe[], recordsPerKey: number): Promise<CandidateColumns>
  /** Products that satisfy a query, a page of them, in the order that {@link SearchQuery} states. */
  search(query: SearchQuery): Promise<SearchAnswer>
  /**
   * Encoded features of active records, undefined of others; absent where that is as dear as reading the records of the ledger.
   * They may be of a moment before or after a step that is under way.
   */
  features?(ids: readonly RecordId[]): Promise<(Uint8Array | undefined)[]>
  /** Words of the index that begin with, or are a typo away from, a word. */
  expand(request: ExpandRequest): Promise<ExpandedWord[]>
}

/** A question for candidates: records that have one of these keys. */
export interface Probe {
  readonly keys: readonly BlockingKey[]
  /** The limit of each key, by position: on more records it is not answered. Left out, it is that of the call. */
  readonly limits?: readonly number[]
}

/** Candidates of all probes as columns: no object per candidate. */
export interface CandidateColumns {
  /** Length probes + 1: candidates of probe p are rows `offsets[p]` to `offsets[p + 1] - 1`. */
  readonly offsets: Uint32Array
  readonly recordIds: Float64Array
  readonly productIds: Float64Array
  /** Two words a row: bit k (of 64, low word first) is set when the row carries key k of its probe. */
  readonly keyHits: Uint32Array
  /** Length rows + 1: features of row r are `bytes` from `featureOffsets[r]` to `featureOffsets[r + 1] - 1`. */
  readonly featureOffsets: Uint32Array
  readonly bytes: Uint8Array
  /** Keys that were too common, by probe and position, with how many records carry them. */
  readonly skippedKeys: readonly SkippedKey[]
}

/** A key that was not looked up, since too many records carry it. */
export interface SkippedKey {
  readonly probe: number
  readonly key: BlockingKey
  /** How many carry it; of very many a storage may have counted only the first thousands. */
  readonly records: number
}

/** A step as an index needs it. */
export interface IndexChange {
  readonly change: ChangeNumber
  /** Whole new state of each record that is active. */
  readonly records: readonly IndexRecord[]
  /** Records that only went to another product. */
  readonly moved: readonly (readonly [RecordId, ProductId])[]
  readonly removedRecords: readonly RecordId[]
  readonly products: readonly IndexProduct[]
  readonly removedProducts: readonly ProductId[]
}

/** What the index keeps of a record. */
export interface IndexRecord {
  readonly id: RecordId
  readonly productId: ProductId
  readonly revision: number
  readonly features: Uint8Array
  readonly keys: readonly BlockingKey[]
}

/** What the index keeps of a product. */
export interface IndexProduct {
  readonly id: ProductId
  readonly revision: number
  /** 0 to 15. */
  readonly rank: number
  /** Each once. */
  readonly terms: readonly string[]
  /** Where it is; a product without it is in no circle. */
  readonly point?: EarthPoint
}
