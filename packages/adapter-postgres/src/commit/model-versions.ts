import type { ModelVersionRow } from '@utpid/core/storage'
import type { Transaction } from '../connection/transaction.ts'
import { textKey } from '../tables/stored-text.ts'
import type { Tables } from '../tables/tables.ts'
import { upsert } from '../tables/upsert.ts'

/** Adds models and term-frequency versions. */
export function putModelVersions(transaction: Transaction, tables: Tables, rows: readonly ModelVersionRow[]): void {
  const byName = new Map(rows.map((row) => [textKey(row.name), JSON.stringify(row)]))
  upsert(transaction, tables.scorings, ['name text', 'content json'], ['name'], [...byName])
}
