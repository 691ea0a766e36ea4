import { defined } from '../../model/defined.ts'
import { LIMITS } from '../../model/limits.ts'
import type { DuplicateAlert } from '../../model/product.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { ProductId } from '../../model/utpid.ts'
import { validationError } from '../../model/validation-error.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { AlertQuery } from '../../storage/ledger.ts'
import type { AlertRow, AlertStatus, RecordId } from '../../storage/rows.ts'
import { checkText } from '../context/check-arguments.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { lineageOf } from './read-products.ts'

/** The options of `alerts`. */
export interface AlertsOptions {
  /** The status of the alerts in the result. Default: `open`. */
  readonly status?: AlertStatus | 'all'
  /** The value by which alerts are sorted, highest first. Default: `informationGain`. */
  readonly order?: AlertQuery['order']
  /** The number of alerts to skip. Default: 0. */
  readonly offset?: number
  /** The maximum number of alerts, 1 to `LIMITS.rowsPerPage`. Default: 20. */
  readonly limit?: number
}

/** A page of alerts with the total number of alerts. */
export interface AlertList {
  readonly total: number
  readonly alerts: readonly DuplicateAlert[]
}

const DEFAULT_LIMIT = 20
const STATUSES: readonly AlertStatus[] = ['open', 'merged', 'dismissed', 'withdrawn']

/** Returns duplicate alerts of the whole registry or of one product. */
export async function listAlerts(
  context: RegistryContext,
  options: AlertsOptions = {},
  utpid?: string,
): Promise<AlertList> {
  const { status = 'open', order = 'informationGain', offset = 0, limit = DEFAULT_LIMIT } = options
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMITS.rowsPerPage) {
    throw validationError(`limit is ${limit}; it must be an integer of 1 to ${LIMITS.rowsPerPage}`)
  }
  if (status !== 'all' && !STATUSES.includes(status)) {
    throw validationError(`status is ${status}; it must be one of ${STATUSES.join(', ')}, all.`)
  }
  const product = utpid === undefined ? undefined : await activeProduct(context, utpid)
  const page = await context.ledger.alerts({
    ...(status === 'all' ? {} : { status }),
    ...defined({ product }),
    order,
    offset,
    limit,
  })
  return { total: page.total, alerts: await describeAlerts(context, page.alerts) }
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

async function describeAlerts(
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
    }
  })
}
