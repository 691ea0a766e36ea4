import { LIMITS } from '../model/limits.ts'
import type { RegistryEvent } from '../model/registry-event.ts'
import type { ProductId, UtpidFormat } from '../model/utpid.ts'
import { entropyOfConfidence } from '../scoring/match-weight.ts'
import type { Thresholds } from '../scoring/scoring-model.ts'
import type { Ledger } from '../storage/ledger.ts'
import { readInChunks } from '../storage/read-in-chunks.ts'
import type { AlertRow, EdgeRow, RecordId } from '../storage/rows.ts'
import { hashTextHex } from '../text/hash.ts'
import { CounterChanges } from './counter-changes.ts'
import type { ProductDraft } from './product-draft.ts'
import { productPair } from './product-pair.ts'
import { productPairConfidence } from './product-pair-confidence.ts'

export interface AlertChanges {
  readonly rows: readonly AlertRow[]
  readonly events: readonly RegistryEvent[]
  /** Amounts to add to the counters of alerts by status. */
  readonly counters: Readonly<Record<string, number>>
}

export type AlertLedger = Pick<Ledger, 'alerts' | 'getAlerts' | 'openAlerts'>

/** What became of products in a step, as far as alerts between them go. */
export interface AlertSurroundings {
  /** Products that were merged, with the one that answers for them. */
  readonly merged: ReadonlyMap<ProductId, ProductId>
  /** Every product of before that is no longer active. */
  readonly ended: readonly ProductId[]
  /** Pairs of products that people ruled different. */
  readonly apart: ReadonlySet<string>
  /** True when a person made the step. */
  readonly byPerson: boolean
  readonly ledger: AlertLedger
  readonly format: UtpidFormat
  readonly thresholds: Thresholds
  /** ISO 8601 UTC. */
  readonly at: string
}

/**
 * Brings the alerts of the products of a step in line with the edges between them: opens,
 * refreshes, withdraws, and closes those that were decided or whose products became one.
 */
export async function alertChanges(
  drafts: readonly ProductDraft[],
  { merged, ended, apart, byPerson, ledger, format, thresholds, at }: AlertSurroundings,
): Promise<AlertChanges> {
  const wanted = wantedAlerts(drafts, thresholds)
  const open = await openAlerts(drafts, ended, ledger)
  const rows = new Map<string, AlertRow>()
  const events: RegistryEvent[] = []
  const counters = new CounterChanges()

  for (const alert of open) {
    const [a, b] = alert.products
    const want = wanted.get(productPair(a, b))
    if (want !== undefined) {
      wanted.delete(productPair(a, b))
      const { confidence, records, gain } = want
      const isSamePair = alert.records[0] === records[0] && alert.records[1] === records[1]
      if (alert.confidence === confidence && alert.gain === gain && isSamePair) continue
      rows.set(alert.id, { ...alert, confidence, records, gain, model: want.edge.model, epoch: want.edge.epoch })
      continue
    }
    const [nowA, nowB] = [merged.get(a) ?? a, merged.get(b) ?? b]
    const status = nowA === nowB ? 'merged' : byPerson && apart.has(productPair(nowA, nowB)) ? 'dismissed' : 'withdrawn'
    const resolution =
      // 0 is the step itself.
      byPerson && status !== 'withdrawn' ? ({ by: 'person', decision: 0 } as const) : ({ by: 'machine' } as const)
    rows.set(alert.id, { ...alert, status, resolvedAt: at, resolution })
    events.push({ type: 'duplicate.resolved', alertId: alert.id, utpids: [format.format(a), format.format(b)], status })
    counters.alerts('open', -1)
    counters.alerts(status, 1)
  }

  const productOf = new Map<RecordId, ProductId>()
  for (const draft of drafts) for (const record of draft.links.keys()) productOf.set(record, draft.id)
  const ids = {
    rows,
    productOf,
    byPerson,
    ledger,
    stored: wanted.size === 0 ? NOTHING_STORED : await storedAlerts(wanted.values(), ledger),
  }
  for (const want of wanted.values()) {
    const { products, records, confidence, gain, edge } = want
    const { id, closed } = await alertIdOf(want, ids)
    rows.set(id, {
      id,
      products,
      records,
      confidence,
      gain,
      status: 'open',
      detectedAt: closed?.detectedAt ?? at,
      model: edge.model,
      epoch: edge.epoch,
    })
    if (closed !== undefined) counters.alerts(closed.status, -1)
    counters.alerts('open', 1)
    const utpids = [format.format(products[0]), format.format(products[1])] as const
    events.push({ type: 'duplicate.opened', alertId: id, utpids, confidence: confidence / 10_000 })
  }
  return { rows: [...rows.values()], events, counters: counters.amounts }
}

interface AlertIds {
  /** What the step has written of alerts so far. */
  readonly rows: ReadonlyMap<string, AlertRow>
  /** Of the records of the step. */
  readonly productOf: ReadonlyMap<RecordId, ProductId>
  readonly byPerson: boolean
  readonly ledger: AlertLedger
  /** What is stored under ids that may be asked for. */
  readonly stored: ReadonlyMap<string, AlertRow | undefined>
}

interface AlertId {
  readonly id: string
  /** The alert that had it until it was closed, in this step or before. */
  readonly closed: AlertRow | undefined
}

/**
 * The id of an alert that opens. An alert goes on where its records went, else the lowest pair of records names it.
 * A person who takes a decision back sees the alert again that was closed by it: so what a person's step closes keeps its
 * products.
 */
async function alertIdOf(want: WantedAlert, ids: AlertIds): Promise<AlertId> {
  const { rows, productOf, byPerson, ledger } = ids
  const isBetween = (a: ProductId | undefined, b: ProductId | undefined): boolean =>
    a !== undefined && b !== undefined && productPair(a, b) === productPair(...want.products)
  if (byPerson) {
    let last: AlertRow | undefined
    for (const alert of await alertsOf(want.products[0], ledger)) {
      if (alert.status === 'open' || rows.has(alert.id) || !isBetween(...alert.products)) continue
      if (last === undefined || (alert.resolvedAt ?? '') > (last.resolvedAt ?? '')) last = alert
    }
    if (last !== undefined) return { id: last.id, closed: last }
    return freeAlertId(want.lowest, (alert) => isBetween(...alert.products), ids)
  }
  for (const alert of rows.values()) {
    const [a, b] = alert.records
    if (alert.status !== 'open' && isBetween(productOf.get(a), productOf.get(b))) return { id: alert.id, closed: alert }
  }
  return freeAlertId(want.lowest, () => true, ids)
}

/**
 * The id that a pair of records names. An alert keeps its id while its records change, so the id may be in use by another
 * pair of products: then the next one.
 *
 * @param isFree - Whether an alert that is closed may go on under the products that are wanted.
 */
async function freeAlertId(
  lowest: string,
  isFree: (closed: AlertRow) => boolean,
  { rows, stored, ledger }: AlertIds,
): Promise<AlertId> {
  for (let attempt = 0; ; attempt++) {
    const id = hashTextHex(attempt === 0 ? lowest : `${lowest}:${attempt}`)
    const alert = rows.get(id) ?? (stored.has(id) ? stored.get(id) : (await ledger.getAlerts([id]))[0])
    if (alert === undefined || (alert.status !== 'open' && isFree(alert))) return { id, closed: alert }
  }
}

const NOTHING_STORED: ReadonlyMap<string, undefined> = new Map()

/** What is stored under the ids that alerts ask for first. */
async function storedAlerts(
  wanted: Iterable<WantedAlert>,
  ledger: AlertLedger,
): Promise<Map<string, AlertRow | undefined>> {
  const ids = [...new Set([...wanted].map(({ lowest }) => hashTextHex(lowest)))]
  const stored = await readInChunks(ids, (chunk) => ledger.getAlerts(chunk))
  return new Map(ids.map((id, at) => [id, stored[at]]))
}

interface WantedAlert {
  readonly products: readonly [ProductId, ProductId]
  readonly records: readonly [RecordId, RecordId]
  readonly confidence: number
  readonly gain: number
  readonly edge: EdgeRow
  /** The lowest record pair, which names a new alert. */
  readonly lowest: string
}

function wantedAlerts(drafts: readonly ProductDraft[], thresholds: Thresholds): Map<string, WantedAlert> {
  const byId = new Map(drafts.map((draft) => [draft.id, draft]))
  const wanted = new Map<string, WantedAlert>()
  for (const draft of drafts) {
    for (const [rivalId, { strongest: edge, lowest }] of draft.rivals) {
      const rival = byId.get(rivalId)
      if (rival === undefined || draft.id > rivalId) continue
      const ofDraft = draft.links.has(edge.a) ? edge.a : edge.b
      wanted.set(productPair(draft.id, rivalId), {
        products: [draft.id, rivalId],
        records: [ofDraft, ofDraft === edge.a ? edge.b : edge.a],
        confidence: edge.confidence,
        gain: gainOf(productPairConfidence(edge.weight / 100, draft, rival, thresholds), draft, rival),
        edge,
        lowest: `${lowest.a}:${lowest.b}`,
      })
    }
  }
  return wanted
}

/** In thousandths, as alerts are stored. */
function gainOf(confidence: number, one: ProductDraft, other: ProductDraft): number {
  return Math.round(entropyOfConfidence(confidence) * one.records.length * other.records.length * 1_000)
}

/** Open alerts that touch any product of the step, each once. */
async function openAlerts(
  drafts: readonly ProductDraft[],
  ended: readonly ProductId[],
  ledger: AlertLedger,
): Promise<AlertRow[]> {
  const products = new Set<ProductId>(ended)
  for (const { id, before } of drafts) if ((before?.duplicates ?? 0) > 0) products.add(id)
  const alerts = new Map<string, AlertRow>()
  for (const list of await readInChunks([...products], (chunk) => ledger.openAlerts(chunk))) {
    for (const alert of list) alerts.set(alert.id, alert)
  }
  return [...alerts.values()]
}

async function alertsOf(product: ProductId, ledger: AlertLedger): Promise<AlertRow[]> {
  const alerts: AlertRow[] = []
  for (let offset = 0, total = 1; offset < total; offset += LIMITS.rowsPerPage) {
    const page = await ledger.alerts({ product, order: 'detectedAt', offset, limit: LIMITS.rowsPerPage })
    total = page.total
    alerts.push(...page.alerts)
  }
  return alerts
}
