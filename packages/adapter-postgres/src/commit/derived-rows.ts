import type { EdgeRemoval, EdgeRow, ProductId, ProductRow, RecordId, RecordRow } from '@utpid/core'
import { isCounted } from '../index/terms/order-stretch.ts'
import { EVERY_PRODUCT } from '../index/terms/term-hash.ts'
import type { PresentProduct, PresentRecord } from './present-rows.ts'

/** What becomes of a record: its row when that was written, and where the index has it. */
export interface RecordOutcome {
  readonly row?: RecordRow
  readonly keys: RecordRow['keys']
  /** Null: no key leads to it any more; undefined: as before. */
  readonly productId: ProductId | null | undefined
  readonly indexed: boolean
}

export interface EdgeOutcome {
  readonly a: RecordId
  readonly b: RecordId
  /** Null: taken away. */
  readonly row: EdgeRow | null
}

/** Rows of one set of derived tables, each in the last state that the steps of a group leave it in. */
export class DerivedRows {
  readonly records: Map<RecordId, RecordOutcome> = new Map()
  /** Null: no longer active. */
  readonly products: Map<ProductId, ProductRow | null> = new Map()
  /** By both ends. */
  readonly edges: Map<string, EdgeOutcome> = new Map()
  readonly words: Map<string, number> = new Map()
  readonly #stored: ReadonlyMap<RecordId, PresentRecord>

  /** @param stored - Of every record that is put, moved or taken out, as far as there is one. */
  constructor(stored: ReadonlyMap<RecordId, PresentRecord>) {
    this.#stored = stored
  }

  putRecord(row: RecordRow, productId: ProductId | undefined): void {
    this.records.set(row.id, { row, keys: row.keys, productId: productId ?? null, indexed: productId !== undefined })
  }

  /** A record that only went to another product; one that no key leads to stays so. */
  moveRecord(id: RecordId, productId: ProductId): void {
    const now = this.#now(id)
    if (now?.indexed === true) this.records.set(id, { ...now, productId })
  }

  takeOutRecord(id: RecordId): void {
    const now = this.#now(id)
    if (now !== undefined) this.records.set(id, { ...now, productId: null, indexed: false })
  }

  changeEdges(edges: readonly (EdgeRow | EdgeRemoval)[]): void {
    for (const edge of edges) {
      const { a, b } = edge
      this.edges.set(`${a} ${b}`, { a, b, row: 'removed' in edge ? null : edge })
    }
  }

  #now(id: RecordId): RecordOutcome | undefined {
    const planned = this.records.get(id)
    if (planned !== undefined) return planned
    const stored = this.#stored.get(id)
    return stored === undefined ? undefined : { keys: stored.keys, productId: undefined, indexed: stored.indexed }
  }
}

/** Adds amounts to totals by name. */
export function addTo(totals: Map<string, number>, amounts: Readonly<Record<string, number>>): void {
  for (const [name, amount] of Object.entries(amounts)) totals.set(name, (totals.get(name) ?? 0) + amount)
}

/** Terms that products gain and lose, by hash: how many products more or fewer hold each, and how many there are. */
export function countTerms(
  products: ReadonlyMap<ProductId, { readonly terms: ReadonlySet<number> } | null>,
  stored: ReadonlyMap<ProductId, PresentProduct>,
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
