import type { Transaction } from '../connection/transaction.ts'
import { textKey, wholeText } from '../tables/stored-text.ts'
import { columnValues, parsedColumn, unnest } from '../tables/upsert.ts'

const COLUMNS = ['name text', 'whole json', 'amount bigint'].map(parsedColumn)

/**
 * Adds amounts to totals by name; a total that reaches 0 is forgotten.
 *
 * @param name - The column of names.
 * @param total - The column of totals.
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
