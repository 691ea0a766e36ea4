import type { ProductId } from '@utpid/core'
import {
  type AlertFilter,
  type AlertGroups,
  type AlertPage,
  type AlertPosition,
  type AlertQuery,
  type AlertRow,
  alertTag,
  type ChangeNumber,
} from '@utpid/core/storage'
import { arrayOf, type Connection } from '../connection/connection.ts'
import { textArray } from '../tables/alert-columns.ts'
import { headRow } from '../tables/head-row.ts'
import { textKey } from '../tables/stored-text.ts'
import type { Tables } from '../tables/tables.ts'

interface Content {
  readonly content: AlertRow
}

/** The column of each order, and whether the highest value comes first. */
const ORDERS: Readonly<Record<AlertQuery['order'], { readonly column: string; readonly isDescending: boolean }>> = {
  informationGain: { column: 'gain', isDescending: true },
  confidence: { column: 'confidence', isDescending: true },
  detectedAt: { column: 'detected_at', isDescending: true },
  oldest: { column: 'detected_at', isDescending: false },
  bookings: { column: 'bookings', isDescending: true },
}

/** The totals that are cached at a time. */
const MAX_TOTALS = 100

/**
 * The cached totals of alerts by filter, each with the change of its count. Counting 100,000 alerts takes longer than
 * reading a page. A total is valid until the next change by any process.
 */
export type AlertTotalsCache = Map<string, { readonly change: ChangeNumber; readonly total: number }>

interface PageRow {
  readonly change: ChangeNumber
  readonly total: number
  readonly content: AlertRow | null
}

/** Builds the condition of a filter, with its values. */
class Condition {
  readonly values: unknown[] = []
  readonly #parts: string[] = []

  constructor(filter: AlertFilter) {
    const { status, product, tags, minConfidence, maxConfidence, detectedFrom, detectedTo } = filter
    if (status !== undefined) this.add(`status = ${this.value(status)}`)
    if (product !== undefined) {
      const id = this.value(product)
      this.add(`(first_product = ${id}::bigint or second_product = ${id}::bigint)`)
    }
    if (tags !== undefined) this.add(`tags @> ${this.value(textArray(tags))}::text[]`)
    if (minConfidence !== undefined) this.add(`confidence >= ${this.value(minConfidence)}::float8`)
    if (maxConfidence !== undefined) this.add(`confidence <= ${this.value(maxConfidence)}::float8`)
    if (detectedFrom !== undefined) this.add(`detected_at >= ${this.value(textKey(detectedFrom))}`)
    if (detectedTo !== undefined) this.add(`detected_at < ${this.value(textKey(detectedTo))}`)
  }

  value(given: unknown): string {
    return `$${this.values.push(given)}`
  }

  add(part: string): void {
    this.#parts.push(part)
  }

  where(...more: string[]): string {
    const parts = [...this.#parts, ...more]
    return parts.length === 0 ? '' : `where ${parts.join(' and ')}`
  }
}

/**
 * @param totals - A cache of totals, which this function reads and updates. Alerts of one product are counted each
 *   time.
 */
export async function pageOfAlerts(
  connection: Connection,
  { alerts, head }: Pick<Tables, 'alerts' | 'head'>,
  { id, order, after, offset, limit, ...filter }: AlertQuery,
  totals: AlertTotalsCache,
): Promise<AlertPage> {
  const condition = new Condition(filter)
  if (id !== undefined) condition.add(`id = ${condition.value(textKey(id))}`)
  const isOfAll = id === undefined && filter.product === undefined
  const key = JSON.stringify(Object.entries(filter).sort())
  const known = isOfAll ? totals.get(key) : undefined
  const { column, isDescending } = ORDERS[order]
  const rest = after === undefined ? [] : [afterPosition(condition, order, after)]
  // Uses one statement, so that total, change and page are consistent. PostgreSQL skips an unneeded count.
  const rows = await connection.query<PageRow>(
    `select h.change, page.content,
       case when h.change = ${condition.value(known?.change ?? -1)}::bigint then ${condition.value(known?.total ?? 0)}::bigint
         else (select count(*) from ${alerts} ${condition.where()}) end as total
     from ${head} h left join
       (select content from ${alerts} ${condition.where(...rest)}
        order by ${column} ${isDescending ? 'desc' : 'asc'}, id
        limit ${condition.value(limit)} offset ${condition.value(offset)}) as page on true`,
    condition.values,
  )
  const { change, total } = headRow(rows, { head })
  if (isOfAll) {
    if (totals.size >= MAX_TOTALS) totals.clear()
    totals.set(key, { change, total })
  }
  return { total, alerts: rows.flatMap(({ content }) => content ?? []) }
}

function afterPosition(condition: Condition, order: AlertQuery['order'], { value, id }: AlertPosition): string {
  const { column, isDescending } = ORDERS[order]
  const last = typeof value === 'string' ? condition.value(textKey(value)) : `${condition.value(value)}::float8`
  const than = isDescending ? '<' : '>'
  // The first half lets PostgreSQL start in the index at the position.
  return `${column} ${than}= ${last} and (${column} ${than} ${last} or id > ${condition.value(textKey(id))})`
}

/** Counts alerts by group, largest group first. */
export async function groupsOfAlerts(
  connection: Connection,
  { alerts }: Pick<Tables, 'alerts'>,
  filter: AlertFilter,
  limit: number,
): Promise<AlertGroups> {
  const condition = new Condition(filter)
  const rows = await connection.query<{ count: number; total: number; content: AlertRow }>(
    `select g.count, g.total, a.content from
       (select alert_group, count(*)::bigint as count, (count(*) over ())::bigint as total,
          (array_agg(id order by gain desc, id))[1] as id
        from ${alerts} ${condition.where('alert_group is not null')} group by alert_group
        order by count(*) desc, alert_group limit ${condition.value(limit)}) g
     join ${alerts} a on a.id = g.id order by g.count desc, g.alert_group`,
    condition.values,
  )
  return {
    total: rows[0]?.total ?? 0,
    groups: rows.map(({ count, content }) => ({ group: alertTag(content, 'group') ?? '', count, example: content })),
  }
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
