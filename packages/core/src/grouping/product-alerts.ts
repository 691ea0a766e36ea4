import { LIMITS } from '../model/limits.ts'
import type { RegistryEvent } from '../model/registry-event.ts'
import type { ProductId, UtpidFormat } from '../model/utpid.ts'
import { entropyOfConfidence } from '../scoring/match-weight.ts'
import type { Ledger } from '../storage/ledger.ts'
import type { AlertRow, EdgeRow, RecordId } from '../storage/rows.ts'
import { hashTextHex } from '../text/hash.ts'
import { CounterChanges } from './counter-changes.ts'
import type { ProductDraft } from './product-draft.ts'
import { productPair } from './product-pair.ts'

export interface AlertChanges {
  readonly rows: readonly AlertRow[]
  readonly events: readonly RegistryEvent[]
  /** Amounts to add to the counters of alerts by status. */
  readonly counters: Readonly<Record<string, number>>
}

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
  readonly ledger: Pick<Ledger, 'alerts'>
  readonly format: UtpidFormat
  /** ISO 8601 UTC. */
  readonly at: string
}

/**
 * Brings the alerts of the products of a step in line with the edges between them: opens,
 * refreshes, withdraws, and closes those that were decided or whose products became one.
 */
export async function alertChanges(
  drafts: readonly ProductDraft[],
  { merged, ended, apart, byPerson, ledger, format, at }: AlertSurroundings,
): Promise<AlertChanges> {
  const wanted = wantedAlerts(drafts)
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
      if (alert.confidence === confidence && alert.gain === gain && alert.records.join() === records.join()) continue
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

  for (const { products, records, confidence, gain, edge, lowest } of wanted.values()) {
    const { id, earlier } = await freeAlertId(lowest, rows, ledger)
    // The same pair of records may come under another pair of products: then the alert goes on.
    const closed = rows.get(id)
    if (closed !== undefined) {
      counters.alerts(closed.status, -1)
      counters.alerts('open', 1)
    }
    rows.set(id, {
      id,
      products,
      records,
      confidence,
      gain,
      status: 'open',
      detectedAt: earlier?.detectedAt ?? at,
      model: edge.model,
      epoch: edge.epoch,
    })
    if (earlier !== undefined && earlier.status !== 'open') counters.alerts(earlier.status, -1)
    if (earlier?.status !== 'open') counters.alerts('open', 1)
    const utpids = [format.format(products[0]), format.format(products[1])] as const
    events.push({ type: 'duplicate.opened', alertId: id, utpids, confidence: confidence / 10_000 })
  }
  return { rows: [...rows.values()], events, counters: counters.amounts }
}

/**
 * The id that a pair of records names, with what is stored under it. An alert keeps its id while
 * its records change, so the id may be in use by another pair of products: then the next one.
 */
async function freeAlertId(
  lowest: string,
  rows: ReadonlyMap<string, AlertRow>,
  ledger: Pick<Ledger, 'alerts'>,
): Promise<{ id: string; earlier: AlertRow | undefined }> {
  for (let attempt = 0; ; attempt++) {
    const id = hashTextHex(attempt === 0 ? lowest : `${lowest}:${attempt}`)
    const [earlier] = (await ledger.alerts({ id, order: 'detectedAt', offset: 0, limit: 1 })).alerts
    const current = rows.get(id) ?? earlier
    if (current?.status !== 'open') return { id, earlier }
  }
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

function wantedAlerts(drafts: readonly ProductDraft[]): Map<string, WantedAlert> {
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
        gain: Math.round(entropyOfConfidence(edge.confidence / 10_000) * draft.links.size * rival.links.size * 1_000),
        edge,
        lowest: `${lowest.a}:${lowest.b}`,
      })
    }
  }
  return wanted
}

/** Open alerts that touch any product of the step, each once. */
async function openAlerts(
  drafts: readonly ProductDraft[],
  ended: readonly ProductId[],
  ledger: Pick<Ledger, 'alerts'>,
): Promise<AlertRow[]> {
  const products = new Set<ProductId>(ended)
  for (const { id, before } of drafts) if ((before?.duplicates ?? 0) > 0) products.add(id)
  const alerts = new Map<string, AlertRow>()
  for (const product of products) {
    for (let offset = 0, total = 1; offset < total; offset += LIMITS.rowsPerPage) {
      const query = { product, status: 'open', order: 'detectedAt', offset, limit: LIMITS.rowsPerPage } as const
      const page = await ledger.alerts(query)
      total = page.total
      for (const alert of page.alerts) alerts.set(alert.id, alert)
    }
  }
  return [...alerts.values()]
}
