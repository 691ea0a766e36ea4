import { LRUCache } from 'lru-cache'
import type { Supplier } from '../model/supplier-record.ts'
import type { ProductId } from '../model/utpid.ts'
import type { ProductRow, RecordRow } from '../storage/rows.ts'

/** About 300 bytes each. */
const PRODUCTS_REMEMBERED = 20_000

interface Settled {
  readonly revision: number
  /** Of its records, in their order. */
  readonly revisions: readonly number[]
  readonly suppliers: string
}

/**
 * Products that were found to show, and to be found by, just what their records say. A step regroups whole components,
 * and most of their products come out as they were: choosing their fields and terms anew would be most of its work.
 *
 * Only for products of one generation, one policy and one gazetteer.
 */
export class SettledProducts {
  readonly #products = new LRUCache<ProductId, Settled>({ max: PRODUCTS_REMEMBERED })

  /** Whether nothing that the fields and terms of a product are made of has changed since it was added. */
  has(product: ProductRow, records: readonly RecordRow[], suppliers: ReadonlyMap<string, Supplier>): boolean {
    const known = this.#products.get(product.id)
    return (
      known !== undefined &&
      known.revision === product.revision &&
      known.revisions.length === records.length &&
      records.every(({ id, revision }, at) => id === product.records[at] && revision === known.revisions[at]) &&
      known.suppliers === whatIsShownOf(product.suppliers, suppliers)
    )
  }

  /** @param records - In the order in which the product has them. */
  add(product: ProductRow, records: readonly RecordRow[], suppliers: ReadonlyMap<string, Supplier>): void {
    this.#products.set(product.id, {
      revision: product.revision,
      revisions: records.map(({ revision }) => revision),
      suppliers: whatIsShownOf(product.suppliers, suppliers),
    })
  }
}

/** What products show of their suppliers, or go by. */
function whatIsShownOf(ids: readonly string[], suppliers: ReadonlyMap<string, Supplier>): string {
  return ids.map((id) => `${suppliers.get(id)?.priority}:${suppliers.get(id)?.name}`).join('\n')
}
