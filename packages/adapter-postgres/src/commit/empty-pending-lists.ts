import type { Transaction } from '../connection/transaction.ts'
import type { Tables } from '../tables/tables.ts'
import { physicalTables } from './switch-sets.ts'

/** What fewer products add is left in the lists, which PostgreSQL empties when they are full. */
const PRODUCTS_LEAST = 100

/**
 * Moves what a step has put into the lists of GIN indexes to its place. Sorted, that costs a third of putting each
 * entry there by itself, and no search reads through a list. Only owners may; where others write, PostgreSQL does it.
 *
 * @param serving - The set that serves.
 * @param products - How many were written.
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
