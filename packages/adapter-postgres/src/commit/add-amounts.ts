import { arrayOf } from '../connection.ts'
import { textKey, wholeText } from '../stored-text.ts'
import type { Transaction } from '../transaction.ts'

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
  const keys = added.map(([text]) => textKey(text))
  transaction.send(
    `insert into ${table} as held (${name}, whole, ${total})
     select given, whole::json, amount from unnest($1::text[], $2::text[], $3::bigint[]) as new(given, whole, amount)
     on conflict (${name}) do update set ${total} = held.${total} + excluded.${total}`,
    [keys, added.map(([text]) => wholeText(text)), arrayOf(added.map(([, amount]) => amount))],
  )
  transaction.send(`delete from ${table} where ${name} = any($1::text[]) and ${total} = 0`, [keys])
}
