import type { DuplicateAlert, LinkedRecord, Product, Registry } from '@utpid/core'
import type { AlertRecord, NonMatchReason, PairEvidence } from '@utpid/core/operations'
import type { ReviewPair } from './review-session.ts'

/** One side of a pair: a product, and its record that is most similar to the other product. */
export interface SideView {
  readonly product: Product
  readonly record: LinkedRecord
}

/** The displayed data of a pair. */
export interface PairView {
  readonly alert: DuplicateAlert
  readonly sides: readonly [SideView, SideView]
  readonly explanation: PairEvidence
  /** The reasons why the pair was not linked; the main reason comes first. */
  readonly reasons: readonly NonMatchReason[]
}

/** Reads the current data of a pair; undefined when its alert is no longer open. */
export async function readPair(
  registry: Pick<Registry, 'alert' | 'get' | 'explainNonMatch'>,
  { alertId, utpids }: ReviewPair,
  signal: AbortSignal,
): Promise<PairView | undefined> {
  const alert = await registry.alert(alertId, { signal })
  if (alert?.status !== 'open') return undefined
  const [one, other] = await Promise.all(utpids.map((utpid) => registry.get(utpid, { signal })))
  if (one === undefined || other === undefined || one.utpid === other.utpid) return undefined
  const [left, right] = alert.records.map((record) => sideOf([one, other], record))
  if (left === undefined || right === undefined || left.product === right.product) return undefined
  const { pair, reasons } = await registry.explainNonMatch(...alert.records, { signal })
  return pair === null ? undefined : { alert, sides: [left, right], explanation: pair, reasons }
}

function sideOf(products: readonly Product[], { supplier, code }: AlertRecord): SideView | undefined {
  for (const product of products) {
    const record = product.records.find((each) => each.record.supplier === supplier && each.record.code === code)
    if (record !== undefined) return { product, record }
  }
  return undefined
}
