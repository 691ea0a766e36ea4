import type { ProductId } from '../../model/utpid.ts'
import type { Commit } from '../commit.ts'
import type { IndexChange, IndexProduct, IndexRecord } from '../registry-index.ts'
import type { ChangeNumber, ProductRow, RecordId } from '../rows.ts'

/**
 * Returns the index change of a transaction. A commit contains the link of every active record that it writes, so the
 * function reads nothing from the ledger.
 */
export function indexChangeOf(commit: Commit, change: ChangeNumber): IndexChange {
  const products = new Map<RecordId, ProductId>(commit.links.map((link) => [link.recordId, link.productId]))
  const records: IndexRecord[] = []
  for (const row of commit.records) {
    const productId = products.get(row.id)
    if (productId === undefined) continue
    records.push({ id: row.id, productId, revision: row.revision, features: row.features, keys: row.keys })
    products.delete(row.id)
  }
  return {
    change,
    records,
    moved: [...products],
    removedRecords: commit.unlinked,
    products: commit.products.map(indexProductOf),
    removedProducts: commit.removedProducts,
  }
}

/** Returns the indexed part of a product. */
export function indexProductOf({ id, revision, rank, terms, point }: ProductRow): IndexProduct {
  return point === undefined ? { id, revision, rank, terms } : { id, revision, rank, terms, point }
}
