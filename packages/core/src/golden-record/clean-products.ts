import { LRUCache } from 'lru-cache'
import type { Supplier } from '../model/supplier-record.ts'
import type { ProductId } from '../model/utpid.ts'
import type { ProductRow, RecordRow } from '../storage/rows.ts'

/** The maximum number of products in the cache. A product needs about 300 bytes. */
const MAX_CACHED_PRODUCTS = 20_000

interface CleanProduct {
  readonly revision: number
  /** Revisions of the product's records, in the order of the records. */
  readonly revisions: readonly number[]
  readonly suppliers: string
}

/**
 * Cache of products whose golden record and search terms are up to date. A transaction reclusters whole components, and
 * most of their products do not change. Without the cache, the transaction would mostly compute the same fields and
 * terms again.
 *
 * The cache is valid for one index generation, one set of survivorship rules and one gazetteer.
 */
export class CleanProducts {
  readonly #products = new LRUCache<ProductId, CleanProduct>({ max: MAX_CACHED_PRODUCTS })

  /**
   * Reports whether all inputs of a product's fields and terms are unchanged since the product was added to the cache.
   */
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

  /**
   * Adds a product to the cache.
   *
   * @param records - Records in the order of the product.
   */
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
