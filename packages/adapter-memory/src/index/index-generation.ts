import type { ProductId } from '@utpid/core'
import type {
  CandidateColumns,
  ExpandedWord,
  ExpandRequest,
  GenerationRows,
  IndexProduct,
  IndexRecord,
  KeyLookup,
  RecordId,
  SearchAnswer,
  SearchQuery,
} from '@utpid/core/storage'
import type { FrozenIndex } from './frozen-index.ts'
import { KeyIndex } from './plain/key-index.ts'
import { TermIndex } from './plain/term-index.ts'
import { runToEnd } from './segments/cooperative.ts'

/** Finds records by their keys. */
export interface RecordFinder {
  put(record: IndexRecord): void
  move(id: RecordId, productId: ProductId): void
  remove(id: RecordId): void
  candidates(lookups: readonly KeyLookup[], recordsPerKey: number): CandidateColumns
  /** Returns a copy of the features; undefined for a record that is not in the index. */
  features(id: RecordId): Uint8Array | undefined
}

/** Finds products by terms, and words by prefix or with typos. */
export interface ProductFinder {
  put(product: IndexProduct): void
  remove(id: ProductId): void
  search(query: SearchQuery): SearchAnswer
  expand(request: ExpandRequest): ExpandedWord[]
}

/** The current rows, for an index with a possibly earlier state of these rows. */
export interface CurrentRows {
  readonly records: readonly IndexRecord[]
  /** The ids of records that are not active. */
  readonly removedRecords: readonly RecordId[]
  readonly products: readonly IndexProduct[]
  readonly removedProducts: readonly ProductId[]
}

/** The index of one generation: finds candidates and products. */
export interface IndexGeneration {
  readonly keys: RecordFinder
  readonly terms: ProductFinder
  /** Adds rows of a scan. The index may already have some of them. */
  load(records: Iterable<IndexRecord>, products: Iterable<IndexProduct>): void
  /**
   * Adds rows like {@link load}, but yields between small steps. The index must not be read or written until the end.
   */
  loading(records: Iterable<IndexRecord>, products: Iterable<IndexProduct>): Generator<void, void>
  /** Starts background maintenance. Call it after every change. */
  maintain(): void
  /**
   * Merges segments while the index is idle, since fewer segments make queries faster.
   *
   * @param onMerged - Called after each merge.
   */
  mergeWhenIdle?(onMerged: () => void): void
  readonly idleMerges?: number
  stop?(): void
  /**
   * Freezes the content for a checkpoint. The index may still change afterwards. The method is absent if checkpoints
   * are not supported.
   */
  freeze?(): FrozenIndex
  /** Loads frozen parts into an empty index. */
  loadFrozen?(parts: FrozenIndex): void
  /** Applies the changes after the freeze. A change may be applied twice. */
  replay?(rows: CurrentRows): void
  /**
   * Merges all segments into one segment and yields between small steps. The index must not be written until the end.
   *
   * @param always - Whether to rewrite even a single segment without deleted rows.
   */
  mergingAll?(always?: boolean): Generator<void, void>
}

export type CreateIndexGeneration = () => IndexGeneration

/** An index in plain objects and maps. */
export class PlainGeneration implements IndexGeneration {
  readonly keys: KeyIndex = new KeyIndex()
  readonly terms: TermIndex = new TermIndex()

  load(records: Iterable<IndexRecord>, products: Iterable<IndexProduct>): void {
    runToEnd(this.loading(records, products))
  }

  *loading(records: Iterable<IndexRecord>, products: Iterable<IndexProduct>): Generator<void, void> {
    for (const record of records) {
      this.keys.put(record)
      yield
    }
    for (const product of products) {
      this.terms.put(product)
      yield
    }
  }

  maintain(): void {}
}

/** Adds rows of a generation under construction to its index. */
export function putRows(index: IndexGeneration, { records, products, removedProducts }: GenerationRows): void {
  for (const { row, link } of records) {
    const { id, revision, features, keys } = row
    if (link === undefined) index.keys.remove(id)
    else index.keys.put({ id, productId: link.productId, revision, features, keys })
  }
  for (const product of products) index.terms.put(product)
  for (const id of removedProducts) index.terms.remove(id)
  index.maintain()
}
