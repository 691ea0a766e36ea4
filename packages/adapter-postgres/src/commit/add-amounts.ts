import { arrayOf, type Connection } from '../database.ts'
import { textKey, wholeText } from '../stored-text.ts'

/**
 * Adds amounts to totals by name; a total that reaches 0 is forgotten.
 *
 * @param name - The column of names.
 * @param total - The column of totals.
 */
export async function addAmounts(
  connection: Connection,
  table: string,
  name: string,
  total: string,
  amounts: ReadonlyMap<string, number>,
): Promise<void> {
  const added = [...amounts].filter(([, amount]) => amount !== 0)
  if (added.length === 0) return
  const keys = added.map(([text]) => textKey(text))
  await connection.query(
    `insert into ${table} as held (${name}, whole, ${total})
     select given, whole::json, amount from unnest($1::text[], $2::text[], $3::bigint[]) as new(given, whole, amount)
     on conflict (${name}) do update set ${total} = held.${total} + excluded.${total}`,
    [keys, added.map(([text]) => wholeText(text)), arrayOf(added.map(([, amount]) => amount))],
  )
  await connection.query(`delete from ${table} where ${name} = any($1::text[]) and ${total} = 0`, [keys])
}
