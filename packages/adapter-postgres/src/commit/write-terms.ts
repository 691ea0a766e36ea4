import { arrayOf } from '../connection/connection.ts'
import type { Transaction } from '../connection/transaction.ts'
import { magnitudeOf, spellingOf } from '../index/terms/spelling.ts'
import { encodeText } from '../tables/stored-text.ts'
import type { DerivedTables } from '../tables/tables.ts'
import { columnValues, parsedColumn, unnest, upsert } from '../tables/upsert.ts'

interface Changed {
  readonly hash: number
  readonly products: number
}

/** The change of a term's product count. */
type Amount = readonly [hash: number, amount: number]

const COUNT_COLUMNS = ['hash bigint', 'amount bigint'].map(parsedColumn)

/** An SQL condition: the highest bit of the count has changed. */
const OTHER_MAGNITUDE = '(products # (products - amount)) > (products & (products - amount))'

/**
 * Updates the product counts of terms.
 *
 * @param counts - For each hash: the change of the product count.
 * @param texts - The texts of all terms with an increasing count.
 */
export async function writeTerms(
  transaction: Transaction,
  tables: DerivedTables,
  counts: ReadonlyMap<number, number>,
  texts: ReadonlyMap<number, string>,
): Promise<void> {
  // Sorts in the order of the primary key.
  const rows = [...counts].sort(([one], [other]) => one - other)
  // Sends both statements before awaiting the first result.
  const [grown, shrunk] = await Promise.all([
    addCounts(
      transaction,
      tables,
      rows.filter(([, amount]) => amount > 0),
    ),
    takeCounts(
      transaction,
      tables,
      rows.filter(([, amount]) => amount < 0),
    ),
  ])
  const gone = shrunk.filter(({ products }) => products <= 0)
  removeTerms(transaction, tables, gone)
  // A term is new if it had no products. Other terms already have a spelling.
  const isNew = ({ hash, products }: Changed): boolean => products === counts.get(hash)
  const left = [...shrunk.filter(({ products }) => products > 0), ...grown.filter((each) => !isNew(each))]
  weighSpellings(transaction, tables, left)
  writeSpellings(transaction, tables, grown.filter(isNew), texts)
}

async function addCounts(
  transaction: Transaction,
  { terms }: DerivedTables,
  more: readonly Amount[],
): Promise<readonly Changed[]> {
  if (more.length === 0) return []
  return await transaction.query<Changed>(
    `with given as materialized (select * from ${unnest(COUNT_COLUMNS, 1)}), written as (
       insert into ${terms} as held (hash, products) select hash, amount from given
       on conflict (hash) do update set products = held.products + excluded.products returning hash, products
     )
     select hash, products from written join given using (hash) where ${OTHER_MAGNITUDE}`,
    columnValues(COUNT_COLUMNS, more),
  )
}

async function takeCounts(
  transaction: Transaction,
  { terms }: DerivedTables,
  fewer: readonly Amount[],
): Promise<readonly Changed[]> {
  if (fewer.length === 0) return []
  return await transaction.query<Changed>(
    `with given as materialized (select * from ${unnest(COUNT_COLUMNS, 1)}), written as (
       update ${terms} as held set products = products + amount from given where held.hash = given.hash
       returning held.hash, products
     )
     select hash, products from written join given using (hash) where products <= 0 or ${OTHER_MAGNITUDE}`,
    columnValues(COUNT_COLUMNS, fewer),
  )
}

function removeTerms(transaction: Transaction, tables: DerivedTables, gone: readonly Changed[]): void {
  if (gone.length === 0) return
  const hashes = arrayOf(gone.map(({ hash }) => hash))
  transaction.send(`delete from ${tables.terms} where hash = any($1::bigint[])`, [hashes])
  transaction.send(`delete from ${tables.spellings} where hash = any($1::bigint[])`, [hashes])
}

function weighSpellings(transaction: Transaction, tables: DerivedTables, rows: readonly Changed[]): void {
  if (rows.length === 0) return
  const columns = ['hash bigint', 'magnitude smallint'].map(parsedColumn)
  transaction.send(
    `update ${tables.spellings} as held set magnitude = given.magnitude
     from ${unnest(columns, 1)} where held.hash = given.hash`,
    columnValues(
      columns,
      rows.map(({ hash, products }) => [hash, magnitudeOf(products)]),
    ),
  )
}

function writeSpellings(
  transaction: Transaction,
  tables: DerivedTables,
  rows: readonly Changed[],
  texts: ReadonlyMap<number, string>,
): void {
  const spelled = rows.flatMap(({ hash, products }): unknown[][] => {
    const term = texts.get(hash)
    const spelling = term === undefined ? undefined : spellingOf(term)
    if (spelling === undefined) return []
    const { tag, word, units, mask, traces } = spelling
    const traced = traces === undefined ? null : arrayOf(traces)
    return [[hash, encodeText(tag), encodeText(word), units, mask, magnitudeOf(products), traced]]
  })
  const columns = ['tag text', 'word text', 'units smallint', 'marks integer', 'magnitude smallint', 'traces integer[]']
  upsert(transaction, tables.spellings, ['hash bigint', ...columns], ['hash'], spelled)
}
