import { LRUCache } from 'lru-cache'
import type { Supplier } from '../model/supplier-record.ts'
import type { ProductId } from '../model/utpid.ts'
import type { ProductRow, RecordRow } from '../storage/rows.ts'

/** Maximum products in the cache, about 300 bytes each. */
const MAX_CACHED_PRODUCTS = 20_000

interface CleanProduct {
  readonly revision: number
  /** Revisions of its records, in their order. */
  readonly revisions: readonly number[]
  readonly suppliers: string
}

/**
 * Cache of products whose golden record and search terms are up to date. A transaction reclusters whole components, and
 * most of their products do not change. Without the cache, most of the work would be computing the same fields and
 * terms again.
 *
 * Valid for one index generation, one set of survivorship rules and one gazetteer.
 */
export class CleanProducts {
  readonly #products = new LRUCache<ProductId, CleanProduct>({ max: MAX_CACHED_PRODUCTS })

  /** Reports whether all inputs of a product's fields and terms are unchanged since it was added. */
  has(product: ProductRow, records: readonly RecordRow[], suppliers: ReadonlyMap<string, Supplier>): boolean {
    const known = this.#products.get(product.id)
    return (
      known !== undefined &&
      known.revision === product.revision &&
      known.revisions.length === records.length &&
      records.every(({ id, revision }, at) => id === product.records[at] && revision === known.revisions[at]) &&
      known.suppliers === supplierFactsOf(product.suppliers, suppliers)
    )
  }

  /** @param records - In the order of the product. */
  add(product: ProductRow, records: readonly RecordRow[], suppliers: ReadonlyMap<string, Supplier>): void {
    this.#products.set(product.id, {
      revision: product.revision,
      revisions: records.map(({ revision }) => revision),
      suppliers: supplierFactsOf(product.suppliers, suppliers),
    })
  }
}

/** Returns the properties of suppliers that affect a product's golden record or terms. */
function supplierFactsOf(ids: readonly string[], suppliers: ReadonlyMap<string, Supplier>): string {
  return ids.map((id) => `${suppliers.get(id)?.priority}:${suppliers.get(id)?.name}`).join('\n')
}
