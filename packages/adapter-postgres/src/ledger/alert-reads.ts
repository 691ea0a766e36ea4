import type { ProductId } from '@utpid/core'
import type { AlertPage, AlertQuery, AlertRow, ChangeNumber } from '@utpid/core/storage'
import { arrayOf, type Connection } from '../connection/connection.ts'
import { headRow } from '../tables/head-row.ts'
import { textKey } from '../tables/stored-text.ts'
import type { Tables } from '../tables/tables.ts'

interface Content {
  readonly content: AlertRow
}

const ORDERS: Readonly<Record<AlertQuery['order'], string>> = {
  informationGain: 'gain desc, id',
  confidence: 'confidence desc, id',
  detectedAt: 'detected_at desc, id',
}

/**
 * The cached totals of alerts by status, each with the change of its count. Counting 100,000 alerts takes longer than
 * reading a page. A total is valid until the next change by any process.
 */
export type AlertTotalsCache = Map<AlertQuery['status'], { readonly change: ChangeNumber; readonly total: number }>

interface PageRow {
  readonly change: ChangeNumber
  readonly total: number
  readonly content: AlertRow | null
}

/**
 * @param totals - A cache of totals, which this function reads and updates. Alerts of one product are counted each
 *   time.
 */
export async function pageOfAlerts(
  connection: Connection,
  { alerts, head }: Pick<Tables, 'alerts' | 'head'>,
  query: AlertQuery,
  totals: AlertTotalsCache,
): Promise<AlertPage> {
  const values: unknown[] = []
  const value = (given: unknown): string => `$${values.push(given)}`
  const conditions: string[] = []
  if (query.id !== undefined) conditions.push(`id = ${value(textKey(query.id))}`)
  if (query.status !== undefined) conditions.push(`status = ${value(query.status)}`)
  if (query.product !== undefined) {
    const product = value(query.product)
    conditions.push(`(first_product = ${product}::bigint or second_product = ${product}::bigint)`)
  }
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
  const isOfAll = query.id === undefined && query.product === undefined
  const known = isOfAll ? totals.get(query.status) : undefined
  // Uses one statement, so that total, change and page are consistent. PostgreSQL skips an unneeded count.
  const rows = await connection.query<PageRow>(
    `select h.change, page.content,
       case when h.change = ${value(known?.change ?? -1)}::bigint then ${value(known?.total ?? 0)}::bigint
         else (select count(*) from ${alerts} ${where}) end as total
     from ${head} h left join
       (select content from ${alerts} ${where} order by ${ORDERS[query.order]}
        limit ${value(query.limit)} offset ${value(query.offset)}) as page on true`,
    values,
  )
  const { change, total } = headRow(rows, { head })
  if (isOfAll) totals.set(query.status, { change, total })
  return { total, alerts: rows.flatMap(({ content }) => content ?? []) }
}

export async function alertsById(
  connection: Connection,
  table: string,
  ids: readonly string[],
): Promise<(AlertRow | undefined)[]> {
  const rows = await connection.query<Content>(`select content from ${table} where id = any($1::text[])`, [
    ids.map(textKey),
  ])
  const found = new Map(rows.map(({ content }) => [content.id, content]))
  return ids.map((id) => found.get(id))
}

/** Returns one list of open alerts per product, sorted by id. */
export async function openAlertsOf(
  connection: Connection,
  table: string,
  products: readonly ProductId[],
): Promise<AlertRow[][]> {
  const rows = await connection.query<Content>(
    `select content from ${table}
     where status = 'open' and (first_product = any($1::bigint[]) or second_product = any($1::bigint[])) order by id`,
    [arrayOf(products)],
  )
  const lists = new Map<ProductId, AlertRow[]>(products.map((id) => [id, []]))
  for (const { content } of rows) for (const id of new Set(content.products)) lists.get(id)?.push(content)
  return products.map((id) => [...(lists.get(id) ?? [])])
}

/** Returns at most `limit` alerts above an id, sorted by id. */
export async function alertsAfter(
  connection: Connection,
  table: string,
  after: string | undefined,
  limit: number,
): Promise<AlertRow[]> {
  const rows = await connection.query<Content>(
    `select content from ${table} ${after === undefined ? '' : 'where id > $2'} order by id limit $1`,
    [limit, ...(after === undefined ? [] : [textKey(after)])],
  )
  return rows.map(({ content }) => content)
}
