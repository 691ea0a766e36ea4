import type { AlertRecord, DuplicateAlert, Explanation, LinkedRecord, Product, Registry } from '@utpid/core'
import { LIMITS } from '@utpid/core'
import { explainRecords } from '../explain-records.ts'
import type { ReviewPair } from './review-session.ts'

/** One side of a pair: a product, and the record of it that looks most like the other one. */
export interface SideView {
  readonly product: Product
  readonly record: LinkedRecord
}

/** All that is shown of a pair. */
export interface PairView {
  readonly alert: DuplicateAlert
  readonly sides: readonly [SideView, SideView]
  readonly explanation: Explanation
}

/** Reads what there is to see of a pair now; undefined when its alert is open no more. */
export async function readPair(
  registry: Pick<Registry, 'duplicates' | 'get' | 'scorer'>,
  { alertId, utpids }: ReviewPair,
  signal: AbortSignal,
): Promise<PairView | undefined> {
  const products = await Promise.all(utpids.map((utpid) => registry.get(utpid, { signal })))
  const [one, other] = products
  if (one === undefined || other === undefined || one.utpid === other.utpid) return undefined
  const alert = await openAlert(registry, one.utpid, alertId, signal)
  if (alert === undefined) return undefined
  const sides = alert.records.map((record) => sideOf([one, other], record))
  const [left, right] = sides
  if (left === undefined || right === undefined || left.product === right.product) return undefined
  const explanation = explainRecords(left.record.record, right.record.record, registry.scorer())
  return { alert, sides: [left, right], explanation }
}

async function openAlert(
  registry: Pick<Registry, 'duplicates'>,
  utpid: string,
  alertId: string,
  signal: AbortSignal,
): Promise<DuplicateAlert | undefined> {
  for (let offset = 0; ; offset += LIMITS.rowsPerPage) {
    const { alerts } = await registry.duplicates(utpid, { offset, limit: LIMITS.rowsPerPage, signal })
    const alert = alerts.find((each) => each.alertId === alertId)
    if (alert !== undefined || alerts.length < LIMITS.rowsPerPage) return alert
  }
}

function sideOf(products: readonly Product[], { supplier, code }: AlertRecord): SideView | undefined {
  for (const product of products) {
    const record = product.records.find((each) => each.record.supplier === supplier && each.record.code === code)
    if (record !== undefined) return { product, record }
  }
  return undefined
}
