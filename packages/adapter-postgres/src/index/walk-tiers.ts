import type { ProductId, SearchAnswer, SearchPosition, SearchQuery } from '@utpid/core'
import { arrayOf, type Connection } from '../connection.ts'
import type { DerivedTables } from '../tables.ts'
import { countProducts } from './count-products.ts'
import { orderStretch, stretchGroups } from './order-stretch.ts'
import { costOfListing, LISTED_TOGETHER, likelyFound, SURPRISE } from './search-cost.ts'
import { SearchSql } from './search-sql.ts'
import { finds, type WeighedQuery, type WeighedTier } from './weighed-query.ts'

interface Row {
  readonly product_id: ProductId
  readonly rank: number
  readonly tier: number
  /** Of the whole tier; null when it was not counted. */
  readonly total: number | null
}

/** What one tier lists of a page. */
interface Listed {
  readonly rows: readonly Row[]
  /** How many products satisfy the tier; undefined when they were not counted. */
  readonly total: number | undefined
}

/** When a tier is listed in which way. */
export interface ListingLimits {
  /** Products that are passed along the order, at most, where a page is likely to be full by then. */
  readonly passed: number
  /** Microseconds that a tier is listed in as a whole, which also tells how many products satisfy it. */
  readonly listedAtOnce: number
  /** Products, at most, of a tier that is fetched as a whole for the sake of narrower ones before it. */
  readonly chained: number
}

const LIMITS: ListingLimits = { passed: 1_000, listedAtOnce: 3_000, chained: 300 }

/** Lists a query tier by tier until its page is full, each tier in the cheaper of two ways. */
export async function walkTiers(
  connection: Connection,
  tables: DerivedTables,
  query: SearchQuery,
  weighed: WeighedQuery,
  limits: ListingLimits = LIMITS,
): Promise<SearchAnswer> {
  const { after, offset, limit } = query
  // One more than the page, to see whether a product comes after it.
  const wanted = limit === 0 ? 0 : offset + limit + 1
  const page = new Map<ProductId, SearchPosition>()
  const totals = new Map<WeighedTier, number>()
  const passed: WeighedTier[] = []
  const take = (rows: readonly Row[]): void => {
    for (const { product_id: id, rank, tier: at } of rows) {
      if (page.size < wanted && !page.has(id)) page.set(id, { tier: at, key: rank, id })
    }
  }
  const steps = stepsOf(weighed.tiers, after)
  let triesChain = true
  for (let at = 0; at < steps.length && page.size < wanted; at++) {
    const tiers = steps[at] as WeighedTier[]
    const [tier] = tiers as [WeighedTier]
    const begins = after?.tier === tier.at ? after : undefined
    if (after !== undefined && tier.at <= after.tier) passed.push(tier)
    if (after !== undefined && tier.at < after.tier) continue
    const excluded = begins === undefined ? passed : passed.slice(0, -1)
    const asked = { most: wanted, weighed, limits, begins, excluded }
    if (triesChain && !isPassed(tier, asked) && (after === undefined || tier.at > after.tier)) {
      const chain = chainOf(steps.slice(at), limits.chained)
      const chained = chain === undefined ? undefined : await listChain(connection, tables, chain, asked)
      if (chain !== undefined && chained !== undefined) {
        if (chained.total !== undefined) totals.set(chain.widest, chained.total)
        take(chained.rows)
        at += chain.steps - 1
        continue
      }
      triesChain = chain === undefined
    }
    const listed =
      tiers.length > 1
        ? await listTogether(connection, tables, tiers, asked)
        : await listTier(connection, tables, tier, asked)
    if (listed.total !== undefined) totals.set(tier, listed.total)
    take(listed.rows)
  }
  const found = [...page.values()]
  const shown = found.slice(offset, offset + limit)
  const productIds = shown.map(({ id }) => id)
  const seen = after === undefined ? found.length : 0
  const { total, exact } = await countProducts(connection, tables, weighed, { totals, seen })
  const next = found.length > offset + limit ? shown.at(-1) : undefined
  return next === undefined ? { total, exact, productIds } : { total, exact, productIds, next }
}

/** Tiers in their order; neighbours of which few products satisfy any are one step, but for those before a cursor. */
function stepsOf(tiers: readonly WeighedTier[], after: SearchPosition | undefined): WeighedTier[][] {
  const steps: WeighedTier[][] = []
  for (const tier of tiers) {
    const last = steps.at(-1)
    const isFree = after === undefined || (last?.[0] !== undefined && last[0].at > after.tier)
    if (last !== undefined && isFree && likelyFound([...last, tier]) <= LISTED_TOGETHER) last.push(tier)
    else steps.push([tier])
  }
  return steps
}

/** Tiers that follow each other, and one of them that finds whatever any of them does. */
interface Chain {
  readonly tiers: readonly WeighedTier[]
  readonly widest: WeighedTier
  /** How many steps they are. */
  readonly steps: number
}

/**
 * The longest chain that some steps begin with; undefined when that is one step, or surely finds more products than may
 * be fetched.
 */
function chainOf(steps: readonly (readonly WeighedTier[])[], most: number): Chain | undefined {
  for (let count = steps.length; count > 1; count--) {
    const tiers = steps.slice(0, count).flat()
    const widest = tiers.find((wide) => tiers.every((narrow) => wide === narrow || finds(wide, narrow)))
    if (widest !== undefined && !isSurelyMore(widest, most)) return { tiers, widest, steps: count }
  }
  return undefined
}

function isSurelyMore(tier: WeighedTier, most: number): boolean {
  return isOneWord(tier) && (tier.required[0]?.least ?? 0) > most
}

function isOneWord({ required, optional }: WeighedTier): boolean {
  return required.length === 1 && optional.length === 0
}

interface Asked {
  /** As many as are missing on the page, and as many again as are on it: a tier may list every one of these. */
  readonly most: number
  readonly weighed: WeighedQuery
  readonly limits: ListingLimits
  /** Where the tier goes on from the page before. */
  readonly begins: SearchPosition | undefined
  /** Tiers whose products were on pages before. */
  readonly excluded: readonly WeighedTier[]
}

/**
 * Lists a tier in the cheapest of three ways: what most products satisfy soon fills a page along the order; of what few
 * satisfy all are listed; and of what lies between, no more is fetched than a page needs, stretch by stretch of the order.
 */
async function listTier(
  connection: Connection,
  tables: DerivedTables,
  tier: WeighedTier,
  asked: Asked,
): Promise<Listed> {
  const { most, weighed, limits } = asked
  const { products } = weighed
  if (most === 0) return { rows: [], total: undefined }
  const likely = (most * products) / tier.expected
  if (isPassed(tier, asked)) {
    const steps = tier.required.length === 0 ? products : Math.min(products, Math.ceil(likely * SURPRISE))
    const rows = await walkRanks(connection, tables, tier, asked, steps)
    if (rows.length >= most || steps >= products) return { rows, total: undefined }
  }
  if (costOfListing(tier) > limits.listedAtOnce) {
    // How many products hold one word is known; of several there may be far fewer than expected.
    const few = isOneWord(tier)
      ? undefined
      : await listChain(connection, tables, { tiers: [tier], widest: tier }, asked)
    if (few !== undefined) return few
    const rows = await listByStretches(connection, tables, tier, asked, likely * SURPRISE)
    if (rows.length >= most) return { rows, total: undefined }
  }
  return await listByTerms(connection, tables, tier, asked)
}

/** Whether a page of a tier is likely to be full after few products of the order. */
function isPassed({ required, expected }: WeighedTier, { most, weighed, limits }: Asked): boolean {
  return required.length === 0 || (most * weighed.products) / expected <= limits.passed
}

/**
 * Finds the products of a chain by the terms of its widest tier, each in its first one: words that are expected to meet
 * often may hardly ever do, and then every narrower tier would be listed in vain. Undefined when there are too many.
 */
async function listChain(
  connection: Connection,
  { product_terms }: DerivedTables,
  { tiers, widest }: Pick<Chain, 'tiers' | 'widest'>,
  { most, begins, excluded, limits }: Asked,
): Promise<Listed | undefined> {
  const sql = new SearchSql()
  const but = excluded.map((each) => `and not (${sql.satisfies(each)})`).join(' ')
  const after = begins === undefined ? '' : `and ${sql.isAfter(begins)}`
  const { join, tier } = sql.tierOf(tiers)
  // To tell tiers takes longer than to find products: it is only done when they are few.
  const rows = await connection.query<Partial<Row> & { readonly held: number }>(
    `with found as materialized (select product_id, rank, terms from ${product_terms} where ${sql.found(widest)} ${after} ${but}),
     few as materialized (select * from found limit ${sql.value(limits.chained + 1, 'bigint')}),
     counted as materialized (select count(*) as held from few)
     select held, page.* from counted left join lateral (
       select product_id, rank, ${tier} as tier, null as total from few ${join}
       order by tier, rank desc, product_id limit ${sql.value(most, 'bigint')}
     ) as page on held <= ${sql.value(limits.chained, 'bigint')} order by tier, rank desc, product_id`,
    sql.values,
  )
  const held = rows[0]?.held ?? 0
  if (held > limits.chained) return undefined
  const page = rows.filter((row): row is Row & { readonly held: number } => row.product_id != null)
  return { rows: page, total: begins === undefined && excluded.length === 0 ? held : undefined }
}

/** Passes products by rank and keeps those of the tier; few when they are rare among them. */
async function walkRanks(
  connection: Connection,
  { product_terms }: DerivedTables,
  tier: WeighedTier,
  { most, begins, excluded }: Asked,
  steps: number,
): Promise<Row[]> {
  const sql = new SearchSql()
  const from = begins === undefined ? '' : `where ${sql.isAfter(begins)}`
  const but = excluded.map((each) => `and not (${sql.satisfies(each)})`).join(' ')
  return await connection.query<Row>(
    `select product_id, rank, ${tier.at} as tier, null as total from (
       select product_id, rank, - rank as place, terms from ${product_terms} ${from}
       order by - rank, product_id limit ${sql.value(steps, 'bigint')}
     ) as passed
     where ${sql.satisfies(tier)} ${but} order by place, product_id limit ${sql.value(most, 'bigint')}`,
    sql.values,
  )
}

/** Finds the products of several tiers that few satisfy, each in its first one. */
async function listTogether(
  connection: Connection,
  { product_terms }: DerivedTables,
  tiers: readonly WeighedTier[],
  { most, excluded }: Asked,
): Promise<Listed> {
  const sql = new SearchSql()
  const but = excluded.map((each) => `and not (${sql.satisfies(each)})`).join(' ')
  const { join, tier } = sql.tierOf(tiers)
  const rows = await connection.query<Row>(
    `with found as materialized (
       select product_id, rank, ${tier} as tier from ${product_terms} ${join} where (${sql.foundByAny(tiers)}) ${but}
     )
     select product_id, rank, tier, null as total
     from found order by tier, rank desc, product_id limit ${sql.value(most, 'bigint')}`,
    sql.values,
  )
  return { rows, total: undefined }
}

/**
 * Finds products of a tier by their terms in the first stretches of the order, a group after the other until there are
 * enough; few when the groups end before. They come in their order, and the statement ends with the one that fills the page.
 *
 * @param likely - Products among which enough are likely to satisfy the tier.
 */
async function listByStretches(
  connection: Connection,
  { product_terms }: DerivedTables,
  tier: WeighedTier,
  { most, weighed, begins, excluded }: Asked,
  likely: number,
): Promise<Row[]> {
  const sql = new SearchSql()
  const start = begins === undefined ? 0 : orderStretch(begins.key, begins.id)
  const groups = stretchGroups(weighed.held, likely, start).slice(0, isOneWord(tier) ? ONE_WORD_GROUPS : 1)
  const after = begins === undefined ? '' : `and ${sql.isAfter(begins)}`
  const but = excluded.map((each) => `and not (${sql.satisfies(each)})`).join(' ')
  const limit = `limit ${sql.value(most, 'bigint')}`
  return await connection.query<Row>(
    `select found.product_id, found.rank, ${tier.at} as tier, null as total
     from unnest(${sql.value(groups.map(arrayOf), 'text[]')}) as stretches(terms)
     cross join lateral (
       select product_id, rank from ${product_terms}
       where terms operator(pg_catalog.&&) stretches.terms::bigint[] and ${sql.found(tier)} ${after} ${but}
       order by rank desc, product_id ${limit}
     ) as found ${limit}`,
    sql.values,
  )
}

/**
 * Groups of stretches that are looked through. How many products hold one word is known, wherever in the order they are;
 * of several words there may be far fewer than expected, and then all of them are listed at once.
 */
const ONE_WORD_GROUPS = 6

/** Finds all products of the tier by their terms, and sorts them. */
async function listByTerms(
  connection: Connection,
  { product_terms }: DerivedTables,
  tier: WeighedTier,
  { most, begins, excluded }: Asked,
): Promise<Listed> {
  const sql = new SearchSql()
  const isWhole = begins === undefined && excluded.length === 0
  const after = begins === undefined ? '' : `and ${sql.isAfter(begins)}`
  const but = excluded.map((each) => `and not (${sql.satisfies(each)})`).join(' ')
  const rows = await connection.query<Row>(
    `with found as materialized (
       select product_id, rank from ${product_terms} where ${sql.found(tier)} ${after} ${but}
     )
     select product_id, rank, ${tier.at} as tier, (select count(*) from found) as total
     from found order by rank desc, product_id limit ${sql.value(most, 'bigint')}`,
    sql.values,
  )
  return { rows, total: isWhole ? (rows[0]?.total ?? 0) : undefined }
}
