import { defined } from '../../model/defined.ts'
import { LIMITS } from '../../model/limits.ts'
import type { AlertReason, DuplicateAlert } from '../../model/product.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { ProductId } from '../../model/utpid.ts'
import { validationError } from '../../model/validation-error.ts'
import { type AlertOrder, type AlertPosition, alertPosition, alertTag } from '../../storage/alert-query.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { AlertRow, RecordId } from '../../storage/rows.ts'
import { checkText } from '../context/check-arguments.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { type AlertFilterOptions, alertFilterOf } from './alert-filter.ts'
import { lineageOf } from './read-products.ts'

/** The options of `alerts`. */
export interface AlertsOptions extends AlertFilterOptions {
  /** The value by which alerts are sorted, highest first. Default: `informationGain`. */
  readonly order?: AlertOrder
  /** The number of alerts to skip. Default: 0. */
  readonly offset?: number
  /** The maximum number of alerts, 1 to `LIMITS.rowsPerPage`. Default: 20. */
  readonly limit?: number
  /**
   * The `next` of the previous page, with the same order and filter. Alerts that open or close meanwhile move no other
   * alert to another page.
   */
  readonly cursor?: string
}

/** A page of alerts with the total number of alerts that fit the filter. */
export interface AlertList {
  readonly total: number
  readonly alerts: readonly DuplicateAlert[]
  /** The cursor of the next page; null at the end. */
  readonly next: string | null
}

/** Alerts of one reason between the same two suppliers. */
export interface AlertGroupCount {
  /** The value for the filter `group`. */
  readonly group: string
  readonly reason: AlertReason
  /** The suppliers of the two records behind each alert; one supplier twice for its own codes. */
  readonly suppliers: readonly [string, string]
  readonly count: number
  /** The alert with the highest information gain. */
  readonly example: DuplicateAlert
}

/** The largest groups of alerts, with the number of all groups. */
export interface AlertGroupList {
  readonly total: number
  readonly groups: readonly AlertGroupCount[]
}

const DEFAULT_LIMIT = 20

/** Returns duplicate alerts of the whole registry or of one product. */
export async function listAlerts(
  context: RegistryContext,
  options: AlertsOptions = {},
  utpid?: string,
): Promise<AlertList> {
  const { order = 'informationGain', offset = 0, limit = DEFAULT_LIMIT, cursor } = options
  checkPageSize(limit)
  const filter = alertFilterOf(options)
  const after = cursor === undefined ? undefined : readAlertCursor(cursor, order)
  const product = utpid === undefined ? undefined : await activeProduct(context, utpid)
  // One more row tells whether there is a next page.
  const asked = Math.min(limit + 1, LIMITS.rowsPerPage)
  const page = await context.ledger.alerts({ ...filter, ...defined({ product, after }), order, offset, limit: asked })
  const rows = page.alerts.slice(0, limit)
  const last = page.alerts.length === asked ? rows.at(-1) : undefined
  return {
    total: page.total,
    alerts: await describeAlerts(context, rows),
    next: last === undefined ? null : alertCursor(last, order),
  }
}

/** Counts alerts by group, largest group first. */
export async function listAlertGroups(
  context: RegistryContext,
  options: AlertFilterOptions & Pick<AlertsOptions, 'limit'> = {},
): Promise<AlertGroupList> {
  const { limit = DEFAULT_LIMIT } = options
  checkPageSize(limit)
  const { total, groups } = await context.ledger.alertGroups(alertFilterOf(options), limit)
  const examples = await describeAlerts(
    context,
    groups.map(({ example }) => example),
  )
  return {
    total,
    groups: groups.map(({ group, count }, at) => {
      const [reason, ...suppliers] = group.split(' ')
      const example = examples[at] as DuplicateAlert
      return { group, reason: reason as AlertReason, suppliers: suppliers as [string, string], count, example }
    }),
  }
}

function checkPageSize(limit: number): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= LIMITS.rowsPerPage) return
  throw validationError(`limit is ${limit}; it must be an integer of 1 to ${LIMITS.rowsPerPage}`)
}

function alertCursor(row: AlertRow, order: AlertOrder): string {
  const { value, id } = alertPosition(row, order)
  return [order, value, id].join('~')
}

/** @throws {@link RegistryError} `invalid_cursor` */
function readAlertCursor(cursor: string, order: AlertOrder): AlertPosition {
  const [, of, text = '', id = ''] = /^([a-zA-Z]+)~([\dTZ:.-]+)~([0-9a-f]+)$/.exec(cursor) ?? []
  const value = order === 'detectedAt' || order === 'oldest' ? text : Number(text)
  if (of === order && !Number.isNaN(value)) return { value, id }
  throw new RegistryError('invalid_cursor', 'The cursor is not from this list; start without a cursor.')
}

/** Returns one alert by its id, regardless of its status; undefined if no alert has the id. */
export async function getAlert(context: RegistryContext, alertId: string): Promise<DuplicateAlert | undefined> {
  checkText(alertId, 'The id of an alert')
  const [row] = await context.ledger.getAlerts([alertId ?? ''])
  return row === undefined ? undefined : (await describeAlerts(context, [row]))[0]
}

/**
 * Returns the product of a UTPID or alias. For a merged product, returns the survivor. Returns a deleted or retired
 * product unchanged.
 */
async function activeProduct(context: RegistryContext, utpid: string): Promise<ProductId> {
  const lineage = await lineageOf(context, utpid)
  if (lineage === undefined) throw new RegistryError('product_not_found', `No product has the UTPID ${utpid}.`)
  return lineage.into ?? lineage.id
}

/** Returns alerts with the names and codes that people know. */
export async function describeAlerts(
  { ledger, format }: RegistryContext,
  rows: readonly AlertRow[],
): Promise<DuplicateAlert[]> {
  const recordIds = rows.flatMap(({ records }) => records)
  const stored = await readInChunks(recordIds, (ids) => ledger.getRecords(ids))
  const records = new Map(recordIds.map((id, at) => [id, stored[at]?.row.record]))
  const productIds = rows.flatMap(({ products }) => products)
  const found = await readInChunks(productIds, (ids) => ledger.getProducts(ids))
  const names = new Map(productIds.map((id, at) => [id, found[at]?.goldenRecord.name]))
  return rows.map((row) => {
    const [a, b] = row.products
    const record = (id: RecordId): { supplier: string; code: string } => {
      const { supplier = '', code = '' } = records.get(id) ?? {}
      return { supplier, code }
    }
    return {
      alertId: row.id,
      utpids: [format.format(a), format.format(b)],
      names: [
        names.get(a) ?? records.get(row.records[0])?.name ?? '',
        names.get(b) ?? records.get(row.records[1])?.name ?? '',
      ],
      confidence: row.confidence / 10_000,
      informationGain: row.informationGain / 1_000,
      status: row.status,
      detectedAt: row.detectedAt,
      resolvedAt: row.resolvedAt ?? null,
      records: [record(row.records[0]), record(row.records[1])],
      copies: row.copies ?? null,
      skippedKeys: row.skippedKeys === true,
      reason: (alertTag(row, 'reason') as AlertReason | undefined) ?? null,
      bookings: row.bookings ?? null,
      marks: row.marks ?? [],
    }
  })
}
