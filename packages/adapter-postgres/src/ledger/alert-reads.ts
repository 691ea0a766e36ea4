import type { AlertPage, AlertQuery, AlertRow, ProductId } from '@utpid/core'
import { arrayOf, type Connection } from '../connection.ts'
import { textKey } from '../stored-text.ts'

interface Content {
  readonly content: AlertRow
}

const ORDERS: Readonly<Record<AlertQuery['order'], string>> = {
  gain: 'gain desc, id',
  confidence: 'confidence desc, id',
  detectedAt: 'detected_at desc, id',
}

export async function pageOfAlerts(connection: Connection, table: string, query: AlertQuery): Promise<AlertPage> {
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
  const rows = await connection.query<{ total: number; content: AlertRow | null }>(
    `select (select count(*) from ${table} ${where}) as total, page.content
     from (select 1) as one left join
       (select content from ${table} ${where} order by ${ORDERS[query.order]}
        limit ${value(query.limit)} offset ${value(query.offset)}) as page on true`,
    values,
  )
  return { total: rows[0]?.total ?? 0, alerts: rows.flatMap(({ content }) => content ?? []) }
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

/** Open ones, one list per product, by ascending id. */
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

/** At most `limit` alerts above an id, by ascending id. */
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
