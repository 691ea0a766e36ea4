import { arrayOf, type Connection } from '../database.ts'
import { magnitudeOf, spellingOf } from '../index/spelling.ts'
import { storedText } from '../stored-text.ts'
import type { DerivedTables } from '../tables.ts'
import { columnValues, parsedColumn, unnest, upsert } from '../upsert.ts'

/** A count after it was changed. */
interface Changed {
  readonly hash: number
  readonly products: number
}

/** True of counts whose highest bit is another one than before. */
const OTHER_MAGNITUDE = '(products # (products - amount)) > (products & (products - amount))'

/**
 * Counts terms that products gained or lost.
 *
 * @param counts - By hash how many products more or fewer hold a term.
 * @param texts - Of every term that more products hold.
 */
export async function writeTerms(
  connection: Connection,
  tables: DerivedTables,
  counts: ReadonlyMap<number, number>,
  texts: ReadonlyMap<number, string>,
): Promise<void> {
  const rows = [...counts]
  const more = rows.filter(([, amount]) => amount > 0)
  const fewer = rows.filter(([, amount]) => amount < 0)
  const columns = ['hash bigint', 'amount bigint'].map(parsedColumn)
  const grown =
    more.length === 0
      ? []
      : await connection.query<Changed>(
          `with given as materialized (select * from ${unnest(columns, 1)}), written as (
             insert into ${tables.terms} as held (hash, products) select hash, amount from given
             on conflict (hash) do update set products = held.products + excluded.products returning hash, products
           )
           select hash, products from written join given using (hash) where ${OTHER_MAGNITUDE}`,
          columnValues(columns, more),
        )
  const shrunk =
    fewer.length === 0
      ? []
      : await connection.query<Changed>(
          `with given as materialized (select * from ${unnest(columns, 1)}), written as (
             update ${tables.terms} as held set products = products + amount from given where held.hash = given.hash
             returning held.hash, products
           )
           select hash, products from written join given using (hash) where products <= 0 or ${OTHER_MAGNITUDE}`,
          columnValues(columns, fewer),
        )
  const gone = shrunk.filter(({ products }) => products <= 0)
  await removeTerms(connection, tables, gone)
  await weighSpellings(
    connection,
    tables,
    shrunk.filter(({ products }) => products > 0),
  )
  await writeSpellings(connection, tables, grown, texts)
}

async function removeTerms(connection: Connection, tables: DerivedTables, gone: readonly Changed[]): Promise<void> {
  if (gone.length === 0) return
  const hashes = arrayOf(gone.map(({ hash }) => hash))
  await connection.query(`delete from ${tables.terms} where hash = any($1::bigint[])`, [hashes])
  await connection.query(`delete from ${tables.spellings} where hash = any($1::bigint[])`, [hashes])
}

async function weighSpellings(connection: Connection, tables: DerivedTables, rows: readonly Changed[]): Promise<void> {
  if (rows.length === 0) return
  const columns = ['hash bigint', 'magnitude smallint'].map(parsedColumn)
  await connection.query(
    `update ${tables.spellings} as held set magnitude = given.magnitude
     from ${unnest(columns, 1)} where held.hash = given.hash`,
    columnValues(
      columns,
      rows.map(({ hash, products }) => [hash, magnitudeOf(products)]),
    ),
  )
}

async function writeSpellings(
  connection: Connection,
  tables: DerivedTables,
  rows: readonly Changed[],
  texts: ReadonlyMap<number, string>,
): Promise<void> {
  const spelled = rows.flatMap(({ hash, products }): unknown[][] => {
    const term = texts.get(hash)
    const spelling = term === undefined ? undefined : spellingOf(term)
    if (spelling === undefined) return []
    const { tag, word, units, marks, traces } = spelling
    const traced = traces === undefined ? null : arrayOf(traces)
    return [[hash, storedText(tag), storedText(word), units, marks, magnitudeOf(products), traced]]
  })
  const columns = ['tag text', 'word text', 'units smallint', 'marks integer', 'magnitude smallint', 'traces integer[]']
  await upsert(connection, tables.spellings, ['hash bigint', ...columns], ['hash'], spelled)
}
