import type { Transaction } from '../connection/transaction.ts'
import type { Tables } from '../tables/tables.ts'
import { physicalTables } from './switch-sets.ts'

/** Minimum products. Entries of fewer stay in the pending lists until PostgreSQL empties them. */
const PRODUCTS_LEAST = 100

/**
 * Moves the entries of a transaction from the pending lists of the GIN indexes into the indexes. Moving sorted entries
 * costs a third of inserting each, and searches need not scan the lists. Only owners may do this; for other users,
 * PostgreSQL does it.
 *
 * @param serving - The active set.
 * @param products - Number of written products.
 */
export function emptyPendingLists(transaction: Transaction, tables: Tables, serving: number, products: number): void {
  if (products < PRODUCTS_LEAST) return
  const { product_terms, spellings } = physicalTables(tables, serving)
  transaction.send(
    `select gin_clean_pending_list(owned.indexrelid) from (
       select i.indexrelid from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
       where i.indrelid = any($1::regclass[]) and a.amname = 'gin' and pg_has_role(c.relowner, 'usage') offset 0
     ) as owned`,
    [[product_terms, spellings]],
  )
}
