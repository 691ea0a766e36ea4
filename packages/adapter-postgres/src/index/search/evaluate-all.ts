import type { SearchAnswer, SearchQuery } from '@utpid/core/storage'
import type { Connection } from '../../connection/connection.ts'
import type { DerivedTables } from '../../tables/tables.ts'
import { SearchSql } from '../planner/search-sql.ts'
import type { WeighedQuery } from '../planner/weighed-query.ts'
import { countedTerms, type TermCountsJson, termCounts, termCountsSql } from './count-terms.ts'

interface Row {
  readonly total: number
  /** The product; null if the page is empty. */
  readonly product_id: number | null
  readonly tier: number
  readonly key: number
  /** The term counts; present only for a query that counts terms. */
  readonly held?: TermCountsJson
}

/** Fetches all products of a query by terms, finds the tier of each product, and selects the page. */
export async function evaluateAll(
  connection: Connection,
  tables: DerivedTables,
  { near, after, offset, limit, counted }: SearchQuery,
  weighed: WeighedQuery,
): Promise<SearchAnswer> {
  const sql = new SearchSql()
  const order = `tier, key ${near === undefined ? 'desc' : ''}, product_id`
  const found = sql.foundByAny(weighed.widest)
  const key = near === undefined ? 'rank::float8' : sql.squaredDistance(near)
  const inCircle = near === undefined ? '' : `and ${key} <= ${sql.value(near.squaredRadius, 'float8')}`
  // Skips the checks of groups that all found products satisfy.
  const known = weighed.widest.length === 1 ? (weighed.widest[0]?.required ?? []) : []
  let rest = 'true'
  if (after !== undefined) {
    const [afterTier, afterKey] = [sql.value(after.tier, 'integer'), sql.value(after.key, 'float8')]
    const later = `key ${near === undefined ? '<' : '>'} ${afterKey}`
    rest = `tier > ${afterTier} or (tier = ${afterTier} and (${later} or (key = ${afterKey} and product_id > ${sql.value(after.id, 'bigint')})))`
  }
  // Requests one product more than the page has, to find out whether another product follows.
  const max = limit === 0 ? 0 : limit + 1
  const [column, counts] =
    counted === undefined
      ? ['', '']
      : [`, ${countedTerms(sql, counted)} as counted`, `${termCountsSql('found')} as held,`]
  const { join, tier } = sql.tierOf(weighed.tiers, known)
  const rows = await connection.query<Row>(
    `with found as materialized (
       select product_id, ${key} as key, ${tier} as tier ${column}
       from ${tables.product_terms} ${join} where (${found}) ${inCircle}
     )
     select (select count(*) from found) as total, ${counts} page.*
     from (select 1) as one left join
       (select product_id, key, tier from found where ${rest} order by ${order}
        limit ${sql.value(max, 'bigint')} offset ${sql.value(offset, 'bigint')}) as page on true
     order by ${order}`,
    sql.values,
  )
  const total = rows[0]?.total ?? 0
  const page = rows.filter(({ product_id }) => product_id !== null).slice(0, limit)
  const productIds = page.map(({ product_id }) => product_id as number)
  const last = page.at(-1)
  const answer = {
    total,
    exact: true,
    productIds,
    ...(counted && { counts: termCounts(counted, rows[0]?.held ?? null, true) }),
  }
  if (last === undefined || rows.length <= limit) return answer
  const next = { tier: last.tier, key: last.key, id: last.product_id as number }
  return { ...answer, next }
}
