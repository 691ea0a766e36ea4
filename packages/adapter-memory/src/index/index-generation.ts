import type {
  CandidateColumns,
  ExpandedWord,
  ExpandRequest,
  GenerationRows,
  IndexProduct,
  IndexRecord,
  Probe,
  ProductId,
  RecordId,
  SearchAnswer,
  SearchQuery,
} from '@utpid/core'
import type { IndexParts } from './index-parts.ts'
import { KeyIndex } from './plain/key-index.ts'
import { TermIndex } from './plain/term-index.ts'
import { allAtOnce } from './segments/in-slices.ts'

/** Finds records by their keys. */
export interface RecordFinder {
  put(record: IndexRecord): void
  move(id: RecordId, productId: ProductId): void
  remove(id: RecordId): void
  candidates(probes: readonly Probe[], recordsPerKey: number): CandidateColumns
  /** A copy; undefined of a record that is not here. */
  features(id: RecordId): Uint8Array | undefined
}

/** Finds products by their terms, and words by a part or a misspelling of them. */
export interface ProductFinder {
  put(product: IndexProduct): void
  remove(id: ProductId): void
  search(query: SearchQuery): SearchAnswer
  expand(request: ExpandRequest): ExpandedWord[]
}

/** Rows as they are now, of which an index may know an earlier state. */
export interface PresentRows {
  readonly records: readonly IndexRecord[]
  /** Ids of records that are not active. */
  readonly removedRecords: readonly RecordId[]
  readonly products: readonly IndexProduct[]
  readonly removedProducts: readonly ProductId[]
}

/** What finds candidates and products, of one generation. */
export interface IndexGeneration {
  readonly keys: RecordFinder
  readonly terms: ProductFinder
  /** Takes in rows of a scan. Records and products may be here already. */
  load(records: Iterable<IndexRecord>, products: Iterable<IndexProduct>): void
  /** As {@link load}, resting now and then; nothing may be asked or written meanwhile. */
  loading(records: Iterable<IndexRecord>, products: Iterable<IndexProduct>): Generator<void, void>
  /** To be called after every change: begins what is to be done beside the calls. */
  tend(): void
  /**
   * Whenever nothing is written for a while it is made of fewer parts, each of which is asked every question.
   *
   * @param told - After each merge.
   */
  mergeAtRest?(told: () => void): void
  /** How often it was, whoever ended such a merge. */
  readonly mergesAtRest?: number
  /** Nothing is done beside the calls from now on. */
  stop?(): void
  /** All that it holds, to be written down; it may be changed meanwhile. Absent where it cannot be written down. */
  capture?(): IndexParts
  /** Takes in what was captured, into an empty one. */
  restore?(parts: IndexParts): void
  /** Takes in what has changed since; steps may be taken twice. */
  replay?(rows: PresentRows): void
  /**
   * Makes one segment of all, resting now and then; nothing may be written meanwhile.
   *
   * @param always - Also of one that has no dead rows.
   */
  mergingAll?(always?: boolean): Generator<void, void>
}

export type MakeIndexGeneration = () => IndexGeneration

/** In plain objects and maps. */
export class PlainGeneration implements IndexGeneration {
  readonly keys: KeyIndex = new KeyIndex()
  readonly terms: TermIndex = new TermIndex()

  load(records: Iterable<IndexRecord>, products: Iterable<IndexProduct>): void {
    allAtOnce(this.loading(records, products))
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

  tend(): void {}
}

/** Takes rows of a generation that is being made into its index. */
export function putRows(index: IndexGeneration, { records, products, endedProducts }: GenerationRows): void {
  for (const { row, link } of records) {
    const { id, revision, features, keys } = row
    if (link === undefined) index.keys.remove(id)
    else index.keys.put({ id, productId: link.productId, revision, features, keys })
  }
  for (const product of products) index.terms.put(product)
  for (const id of endedProducts) index.terms.remove(id)
  index.tend()
}
