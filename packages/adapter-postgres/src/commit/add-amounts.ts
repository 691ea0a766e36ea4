import type { Transaction } from '../connection/transaction.ts'
import { textKey, wholeText } from '../tables/stored-text.ts'
import { columnValues, parsedColumn, unnest } from '../tables/upsert.ts'

const COLUMNS = ['name text', 'whole json', 'amount bigint'].map(parsedColumn)

/**
 * Adds amounts to the totals with the same names. Deletes totals of 0.
 *
 * @param name - The column of the names.
 * @param total - The column of the totals.
 */
export function addAmounts(
  transaction: Transaction,
  table: string,
  name: string,
  total: string,
  amounts: ReadonlyMap<string, number>,
): void {
  const added = [...amounts].filter(([, amount]) => amount !== 0)
  if (added.length === 0) return
  const rows = added.map(([text, amount]) => [textKey(text), wholeText(text), amount])
  transaction.send(
    `insert into ${table} as held (${name}, whole, ${total})
     select given.name, given.whole::json, given.amount from ${unnest(COLUMNS, 1)}
     on conflict (${name}) do update set ${total} = held.${total} + excluded.${total}`,
    columnValues(COLUMNS, rows),
  )
  transaction.send(`delete from ${table} where ${name} = any($1::text[]) and ${total} = 0`, [rows.map(([key]) => key)])
}
