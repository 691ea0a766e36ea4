import type { SearchAnswer, SearchQuery, TermCondition, TermGroup } from '@utpid/core'
import { arrayOf, type Connection } from '../database.ts'
import type { DerivedTables } from '../tables.ts'
import { hashTerm } from './term-hash.ts'

interface Row {
  readonly total: number
  /** Null when the page is empty. */
  readonly product_id: number | null
  readonly tier: number
  readonly key: number
}

/** Says a query in SQL: every product's tier is the first condition that holds. */
class SearchStatement {
  readonly values: unknown[] = []
  readonly #groups = new Map<TermGroup, string>()

  value(given: unknown, type: string): string {
    return `$${this.values.push(given)}::${type}`
  }

  /** Whether a product holds one of the terms. `intarray` may have another `&&`, hence the schema. */
  group(group: TermGroup): string {
    let known = this.#groups.get(group)
    if (known === undefined) {
      known = `terms operator(pg_catalog.&&) ${this.value(arrayOf(group.any.map(hashTerm)), 'bigint[]')}`
      this.#groups.set(group, known)
    }
    return known
  }

  condition({ groups, atLeast }: TermCondition): string {
    const optional = groups.filter((group) => group.optional === true)
    const least = atLeast ?? optional.length
    if (least > optional.length) return 'false'
    const needed = least === optional.length ? groups : groups.filter((group) => group.optional !== true)
    const parts = needed.map((group) => this.group(group))
    if (least > 0 && least < optional.length) {
      parts.push(`${optional.map((group) => `(${this.group(group)})::integer`).join(' + ')} >= ${least}`)
    }
    return parts.length === 0 ? 'true' : parts.join(' and ')
  }
}

/** Answers a query in one statement, which is one look at the index. */
export async function search(
  connection: Connection,
  { product_terms }: DerivedTables,
  { tiers, filters, near, after, offset, limit }: SearchQuery,
): Promise<SearchAnswer> {
  const statement = new SearchStatement()
  const conditions = tiers.map((tier) => `(${statement.condition(tier)})`)
  const where = [`(${conditions.join(' or ')})`, ...filters.map((group) => statement.group(group))]
  let key = 'rank::float8'
  if (near !== undefined) {
    key = near.center
      .map((axis, at) => `(${'xyz'[at]} - ${statement.value(axis, 'float8')})`)
      .map((difference) => `${difference} * ${difference}`)
      .join(' + ')
    where.push(`${key} <= ${statement.value(near.reach, 'float8')}`)
  }
  const tier = `case ${conditions.map((condition, at) => `when ${condition} then ${at}`).join(' ')} end`
  let rest = 'true'
  if (after !== undefined) {
    const [afterTier, afterKey] = [statement.value(after.tier, 'integer'), statement.value(after.key, 'float8')]
    const later = `key ${near === undefined ? '<' : '>'} ${afterKey}`
    const beside = `key = ${afterKey} and product_id > ${statement.value(after.id, 'bigint')}`
    rest = `tier > ${afterTier} or (tier = ${afterTier} and (${later} or (${beside})))`
  }
  // One more than the page, to see whether a product comes after it.
  const most = limit === 0 ? 0 : limit + 1
  const rows = await connection.query<Row>(
    `with found as materialized (
       select product_id, ${tier} as tier, ${key} as key from ${product_terms} where ${where.join(' and ')}
     )
     select (select count(*) from found) as total, page.*
     from (select 1) as one left join
       (select * from found where ${rest} order by tier, key ${near === undefined ? 'desc' : ''}, product_id
        limit ${statement.value(most, 'bigint')} offset ${statement.value(offset, 'bigint')}) as page on true
     order by tier, key ${near === undefined ? 'desc' : ''}, product_id`,
    statement.values,
  )
  const total = rows[0]?.total ?? 0
  const page = rows.filter(({ product_id }) => product_id !== null).slice(0, limit)
  const productIds = page.map(({ product_id }) => product_id as number)
  const last = page.at(-1)
  if (last === undefined || rows.length <= limit) return { total, exact: true, productIds }
  const next = { tier: last.tier, key: last.key, id: last.product_id as number }
  return { total, exact: true, productIds, next }
}
