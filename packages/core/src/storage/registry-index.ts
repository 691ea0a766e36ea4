import type { EarthPoint } from '../model/place.ts'
import type { ProductId } from '../model/utpid.ts'
import type { BlockingKey, ChangeNumber, RecordId } from './rows.ts'
import type { ExpandedWord, ExpandRequest, SearchAnswer, SearchQuery } from './search-query.ts'

/**
 * Finds candidates and products. The index is derived from the ledger, so a scan can rebuild it. Core creates the keys
 * and terms; the index does not interpret them.
 */
export interface RegistryIndex {
  /**
   * Applies changes in order. Applying a change again has no effect.
   *
   * @throws `validation_failed` if an earlier change is missing.
   */
  apply(changes: readonly IndexChange[]): Promise<void>
  /** Returns the last change that was applied. */
  at(): Promise<ChangeNumber>
  /**
   * Finds the records that share a key with a lookup.
   *
   * If more records have a key than its limit allows, the index skips the key and lists it in `skippedKeys`. All
   * adapters follow this rule, so that the same data gives the same candidates everywhere. Candidates of a lookup are
   * ordered by ascending record id.
   *
   * @param lookups - 0 to `LIMITS.lookupsPerCall` lookups, each of 0 to `LIMITS.keysPerLookup` distinct keys.
   * @param recordsPerKey - Limit of keys in lookups without limits; usually `LIMITS.recordsPerKey`.
   */
  candidates(lookups: readonly KeyLookup[], recordsPerKey: number): Promise<CandidateColumns>
  /** Returns a page of the products that satisfy a query, in the order of {@link SearchQuery}. */
  search(query: SearchQuery): Promise<SearchAnswer>
  /**
   * Returns the encoded features of active records; undefined for other records. Absent if the method costs as much as
   * reading the records from the ledger. During a commit, the features may be those before or after the commit.
   */
  features?(ids: readonly RecordId[]): Promise<(Uint8Array | undefined)[]>
  /** Returns words of the index that start with a word or are within some typos of it. */
  expand(request: ExpandRequest): Promise<ExpandedWord[]>
}

/** A key lookup, which finds the records that have one of these keys. */
export interface KeyLookup {
  readonly keys: readonly BlockingKey[]
  /**
   * The maximum number of records of each key, by position. The index skips a key with more records. Default: the limit
   * of the call.
   */
  readonly limits?: readonly number[]
}

/** The candidates of all lookups as columns, without an object per candidate. */
export interface CandidateColumns {
  /** Offsets of length lookups + 1. The candidates of lookup p are the rows `offsets[p]` to `offsets[p + 1] - 1`. */
  readonly offsets: Uint32Array
  readonly recordIds: Float64Array
  readonly productIds: Float64Array
  /** Two 32-bit words per row. Bit k (of 64, low word first) is set if the row has key k of its lookup. */
  readonly keyHits: Uint32Array
  /**
   * Offsets of length rows + 1. The features of row r are `bytes` from `featureOffsets[r]` to `featureOffsets[r + 1] -
   * 1`.
   */
  readonly featureOffsets: Uint32Array
  readonly bytes: Uint8Array
  /** The keys above their limit, by lookup and position, with their record counts. */
  readonly skippedKeys: readonly SkippedKey[]
}

/** A skipped key: more records have the key than its limit allows. */
export interface SkippedKey {
  readonly lookup: number
  readonly key: BlockingKey
  /** The number of records with the key. A storage may stop counting after some thousands. */
  readonly records: number
}

/** The part of a transaction that an index needs. */
export interface IndexChange {
  readonly change: ChangeNumber
  /** The complete new state of each active record. */
  readonly records: readonly IndexRecord[]
  /** The records that only moved to another product. */
  readonly moved: readonly (readonly [RecordId, ProductId])[]
  readonly removedRecords: readonly RecordId[]
  readonly products: readonly IndexProduct[]
  readonly removedProducts: readonly ProductId[]
}

/** The indexed part of a record. */
export interface IndexRecord {
  readonly id: RecordId
  readonly productId: ProductId
  readonly revision: number
  readonly features: Uint8Array
  readonly keys: readonly BlockingKey[]
}

/** The indexed part of a product. */
export interface IndexProduct {
  readonly id: ProductId
  readonly revision: number
  /** The static rank, 0 to 15. */
  readonly rank: number
  /** The distinct terms of the product. */
  readonly terms: readonly string[]
  /** The location. A product without a location is in no circle. */
  readonly point?: EarthPoint
}
