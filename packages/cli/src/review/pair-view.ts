import type {
  AlertRecord,
  DuplicateAlert,
  LinkedRecord,
  PairEvidence,
  Product,
  Registry,
  WhyNotReason,
} from '@utpid/core'
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
  readonly explanation: PairEvidence
  /** Why the machine did not link them: what stopped it first. */
  readonly reasons: readonly WhyNotReason[]
}

/** Reads what there is to see of a pair now; undefined when its alert is open no more. */
export async function readPair(
  registry: Pick<Registry, 'alert' | 'get' | 'whyNot'>,
  { alertId, utpids }: ReviewPair,
  signal: AbortSignal,
): Promise<PairView | undefined> {
  const alert = await registry.alert(alertId, { signal })
  if (alert?.status !== 'open') return undefined
  const [one, other] = await Promise.all(utpids.map((utpid) => registry.get(utpid, { signal })))
  if (one === undefined || other === undefined || one.utpid === other.utpid) return undefined
  const [left, right] = alert.records.map((record) => sideOf([one, other], record))
  if (left === undefined || right === undefined || left.product === right.product) return undefined
  const { pair, reasons } = await registry.whyNot(...alert.records, { signal })
  return pair === null ? undefined : { alert, sides: [left, right], explanation: pair, reasons }
}

function sideOf(products: readonly Product[], { supplier, code }: AlertRecord): SideView | undefined {
  for (const product of products) {
    const record = product.records.find((each) => each.record.supplier === supplier && each.record.code === code)
    if (record !== undefined) return { product, record }
  }
  return undefined
}
