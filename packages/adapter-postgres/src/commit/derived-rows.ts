import type { ProductId } from '@utpid/core'
import type { EdgeRemoval, EdgeRow, ProductRow, RecordId, RecordRow } from '@utpid/core/storage'
import { isCounted } from '../index/terms/order-range.ts'
import { EVERY_PRODUCT } from '../index/terms/term-hash.ts'
import type { StoredProductState, StoredRecordState } from './stored-state.ts'

/** The planned state of a record: its row, if it is written, and its product in the index. */
export interface RecordOutcome {
  readonly row?: RecordRow
  readonly keys: RecordRow['keys']
  /** Null if the record leaves the index; undefined if its product is unchanged. */
  readonly productId: ProductId | null | undefined
  readonly indexed: boolean
}

export interface EdgeOutcome {
  readonly a: RecordId
  readonly b: RecordId
  /** Null if the edge is deleted. */
  readonly row: EdgeRow | null
}

/** Rows of one set of derived tables, in their state after all transactions of a batch. */
export class DerivedRows {
  readonly records: Map<RecordId, RecordOutcome> = new Map()
  /** The products; null for a product that is no longer active. */
  readonly products: Map<ProductId, ProductRow | null> = new Map()
  /** The edges by both record ids. */
  readonly edges: Map<string, EdgeOutcome> = new Map()
  readonly words: Map<string, number> = new Map()
  readonly #stored: ReadonlyMap<RecordId, StoredRecordState>

  /** @param stored - The stored state of all existing records that the batch writes, moves or removes. */
  constructor(stored: ReadonlyMap<RecordId, StoredRecordState>) {
    this.#stored = stored
  }

  putRecord(row: RecordRow, productId: ProductId | undefined): void {
    this.records.set(row.id, { row, keys: row.keys, productId: productId ?? null, indexed: productId !== undefined })
  }

  /** Moves a record to another product. Ignores a record that is not in the index. */
  moveRecord(id: RecordId, productId: ProductId): void {
    const now = this.#current(id)
    if (now?.indexed === true) this.records.set(id, { ...now, productId })
  }

  removeRecord(id: RecordId): void {
    const now = this.#current(id)
    if (now !== undefined) this.records.set(id, { ...now, productId: null, indexed: false })
  }

  changeEdges(edges: readonly (EdgeRow | EdgeRemoval)[]): void {
    for (const edge of edges) {
      const { a, b } = edge
      this.edges.set(`${a} ${b}`, { a, b, row: 'removed' in edge ? null : edge })
    }
  }

  #current(id: RecordId): RecordOutcome | undefined {
    const planned = this.records.get(id)
    if (planned !== undefined) return planned
    const stored = this.#stored.get(id)
    return stored === undefined ? undefined : { keys: stored.keys, productId: undefined, indexed: stored.indexed }
  }
}

/** Adds amounts to the totals with the same names. */
export function addTo(totals: Map<string, number>, amounts: Readonly<Record<string, number>>): void {
  for (const [name, amount] of Object.entries(amounts)) totals.set(name, (totals.get(name) ?? 0) + amount)
}

/** Returns the changes of the term counts and of the product count, by hash. */
export function countTerms(
  products: ReadonlyMap<ProductId, { readonly terms: ReadonlySet<number> } | null>,
  stored: ReadonlyMap<ProductId, StoredProductState>,
): Map<number, number> {
  const counts = new Map<number, number>()
  const add = (hash: number, amount: number): void => {
    if (isCounted(hash)) counts.set(hash, (counts.get(hash) ?? 0) + amount)
  }
  for (const [id, product] of products) {
    const before = stored.get(id)
    if (before !== undefined) {
      add(EVERY_PRODUCT, -1)
      for (const hash of before.terms) add(hash, -1)
    }
    if (product === null) continue
    add(EVERY_PRODUCT, 1)
    for (const hash of product.terms) add(hash, 1)
  }
  for (const [hash, amount] of counts) if (amount === 0) counts.delete(hash)
  return counts
}
