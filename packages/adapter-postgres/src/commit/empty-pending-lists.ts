import type { Transaction } from '../connection/transaction.ts'
import type { Tables } from '../tables/tables.ts'
import { physicalTables } from './swap-sets.ts'

/**
 * The minimum number of products. With fewer products, entries stay in the pending lists until PostgreSQL empties them.
 */
const MIN_PRODUCTS = 100

/**
 * Moves the entries of a transaction from the pending lists of the GIN indexes into the indexes. Moving sorted entries
 * costs a third of inserting each entry, and searches need not scan the lists. Only the owner may move entries; for
 * other users, PostgreSQL moves them later.
 *
 * @param active - The number of the active set.
 * @param products - The number of written products.
 */
export function emptyPendingLists(transaction: Transaction, tables: Tables, active: number, products: number): void {
  if (products < MIN_PRODUCTS) return
  const { product_terms, spellings } = physicalTables(tables, active)
  transaction.send(
    `select gin_clean_pending_list(owned.indexrelid) from (
       select i.indexrelid from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
       where i.indrelid = any($1::regclass[]) and a.amname = 'gin' and pg_has_role(c.relowner, 'usage') offset 0
     ) as owned`,
    [[product_terms, spellings]],
  )
}
