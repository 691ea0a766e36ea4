import type { SearchAnswer, SearchQuery } from '@utpid/core'
import { arrayOf, type Connection } from '../connection.ts'
import type { DerivedTables } from '../tables.ts'
import { TermMasks, termsToBeginWith } from './term-masks.ts'

interface Row {
  readonly total: number
  /** Null when the page is empty. */
  readonly product_id: number | null
  readonly tier: number
  readonly key: number
}

/**
 * Answers a query by one look at the index: products that hold one of the rarest terms they must are found by these, and
 * each one's tier is told from which groups of the query its terms satisfy. How rare terms are is asked before and
 * decides on nothing but the way.
 */
export async function search(connection: Connection, tables: DerivedTables, query: SearchQuery): Promise<SearchAnswer> {
  const { tiers, filters, near, after, offset, limit } = query
  const masks = new TermMasks(query)
  const held = await productsHolding(connection, tables, masks.hashes)
  const values: unknown[] = []
  const value = (given: unknown, type: string): string => `$${values.push(given)}::${type}`
  const order = `tier, key ${near === undefined ? 'desc' : ''}, product_id`

  const where: string[] = []
  const beginning = termsToBeginWith(query, (hash) => held.get(hash) ?? 0)
  // With `intarray` in the database there may be another `&&`, hence the schema.
  if (beginning !== undefined) where.push(`terms operator(pg_catalog.&&) ${value(arrayOf(beginning), 'bigint[]')}`)
  let key = 'rank::float8'
  if (near !== undefined) {
    key = near.center
      .map((axis, at) => `(${'xyz'[at]} - ${value(axis, 'float8')})`)
      .map((difference) => `${difference} * ${difference}`)
      .join(' + ')
    where.push(`${key} <= ${value(near.reach, 'float8')}`)
  }
  const names = Array.from({ length: masks.count }, (_, at) => `m${at}`)
  const given = names.map((_, at) => value(masks.masks(at), 'bigint[]'))
  const conditions = tiers.map((tier, at) => `when ${masks.condition(tier)} then ${at}`)
  const filtered = masks.all(filters)
  let rest = 'true'
  if (after !== undefined) {
    const [afterTier, afterKey] = [value(after.tier, 'integer'), value(after.key, 'float8')]
    const later = `key ${near === undefined ? '<' : '>'} ${afterKey}`
    rest = `tier > ${afterTier} or (tier = ${afterTier} and (${later} or (key = ${afterKey} and product_id > ${value(after.id, 'bigint')})))`
  }
  // One more than the page, to see whether a product comes after it.
  const most = limit === 0 ? 0 : limit + 1
  const rows = await connection.query<Row>(
    `with asked as materialized (
       select * from unnest(${value(arrayOf(masks.hashes), 'bigint[]')}, ${given.join(', ')}) as a(hash, ${names.join(', ')})
     ), looked_at as materialized (
       select product_id, ${key} as key, terms from ${tables.product_terms} ${where.length === 0 ? '' : `where ${where.join(' and ')}`}
     ), hit as (
       select product_id, ${names.map((name) => `bit_or(${name}) as ${name}`).join(', ')}
       from looked_at cross join lateral unnest(terms) as held(hash) join asked using (hash) group by product_id
     ), judged as (
       select product_id, key, ${names.map((name) => `coalesce(${name}, 0) as ${name}`).join(', ')}
       from looked_at left join hit using (product_id)
     ), found as materialized (
       select * from (select product_id, key, case ${conditions.join(' ')} end as tier from judged where ${filtered}) as t
       where tier is not null
     )
     select (select count(*) from found) as total, page.*
     from (select 1) as one left join
       (select * from found where ${rest} order by ${order}
        limit ${value(most, 'bigint')} offset ${value(offset, 'bigint')}) as page on true
     order by ${order}`,
    values,
  )
  const total = rows[0]?.total ?? 0
  const page = rows.filter(({ product_id }) => product_id !== null).slice(0, limit)
  const productIds = page.map(({ product_id }) => product_id as number)
  const last = page.at(-1)
  if (last === undefined || rows.length <= limit) return { total, exact: true, productIds }
  const next = { tier: last.tier, key: last.key, id: last.product_id as number }
  return { total, exact: true, productIds, next }
}

async function productsHolding(
  connection: Connection,
  { terms }: DerivedTables,
  hashes: readonly number[],
): Promise<Map<number, number>> {
  if (hashes.length === 0) return new Map()
  const rows = await connection.query<{ hash: number; products: number }>(
    `select hash, products from ${terms} where hash = any($1::bigint[])`,
    [arrayOf(hashes)],
  )
  return new Map(rows.map(({ hash, products }) => [hash, products]))
}
