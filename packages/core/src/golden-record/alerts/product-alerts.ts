import type { ProductDraft } from '../../clustering/product-draft.ts'
import { productPair } from '../../clustering/product-pair.ts'
import { hashTextHex } from '../../encoding/hash.ts'
import { defined } from '../../model/defined.ts'
import { LIMITS } from '../../model/limits.ts'
import type { AlertMark } from '../../model/product.ts'
import type { RegistryEvent } from '../../model/registry-event.ts'
import type { ProductId } from '../../model/utpid.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { AlertRow, RecordId } from '../../storage/rows.ts'
import { compareText } from '../../text/text-order.ts'
import type { AlertContext, AlertLedger } from './alert-context.ts'
import { describeSubjects } from './alert-subject.ts'
import { AlertWriter } from './alert-writer.ts'
import { productsOf } from './copy-alerts.ts'
import { EdgelessAlerts } from './edgeless-alerts.ts'
import { type WantedAlert, wantedAlerts } from './wanted-alerts.ts'

export interface AlertChanges {
  readonly rows: readonly AlertRow[]
  readonly events: readonly RegistryEvent[]
  /** The amounts to add to the counters of alerts by status. */
  readonly counters: Readonly<Record<string, number>>
  /** The number of open alerts that no edge supports, by product of the transaction. */
  readonly edgelessAlerts: ReadonlyMap<ProductId, number>
  /**
   * Records and classes that the transaction must include before its alerts can be determined. Empty if the transaction
   * is complete.
   */
  readonly missing: { readonly records: readonly RecordId[]; readonly classes: readonly AlertRow[] }
}

/**
 * Updates the alerts of a transaction's products to match the edges between them. The function opens, refreshes and
 * withdraws alerts. It closes alerts that were decided or whose products were merged.
 */
export async function alertChanges(drafts: readonly ProductDraft[], context: AlertContext): Promise<AlertChanges> {
  const { inactive, isByPerson, ledger, scorer, at } = context
  const wanted = wantedAlerts(drafts, scorer)
  const open = await openAlerts(drafts, inactive, ledger)
  const writer = new AlertWriter(context)
  const { rows } = writer
  const productOf = productsOf(drafts)
  const standing = new EdgelessAlerts(drafts, productOf, context, writer)

  for (const alert of open) if (alert.copies !== undefined) standing.keepCopies(alert)
  standing.updateCopies()
  // One alert is enough for two products, and the alert about the class covers more records.
  for (const pair of standing.classPairs) {
    const want = wanted.get(pair)
    if (want === undefined) continue
    wanted.delete(pair)
    // The number of competing products already includes this pair.
    standing.count(want.products, -1)
  }
  for (const alert of refreshAlerts(open, wanted, standing, writer)) {
    continueOrClose(alert, wanted, productOf, context, writer)
  }

  const ids = {
    rows,
    productOf,
    byPerson: isByPerson,
    ledger,
    stored: wanted.size === 0 ? NOTHING_STORED : await storedAlerts(wanted.values(), ledger),
  }
  for (const want of wanted.values()) {
    const named = await alertIdOf(want, ids)
    writer.opened(newAlert(want, named, at), named.closed)
  }
  for (const want of standing.skippedKeyPairs(wanted)) {
    const named = await alertIdOf(want, ids)
    standing.count(want.products)
    writer.opened(newAlert(want, named, at, { skippedKeys: true }), named.closed)
  }
  carryMarks(open, rows, productOf)
  await describeSubjects(drafts, open, rows, context)
  return {
    rows: [...rows.values()],
    events: writer.events,
    counters: writer.counters.amounts,
    edgelessAlerts: standing.counts,
    missing: standing.missing,
  }
}

/**
 * Refreshes the open alerts that are still wanted, and removes these from the wanted alerts.
 *
 * @returns The open alerts that are no longer wanted.
 */
function refreshAlerts(
  open: readonly AlertRow[],
  wanted: Map<string, WantedAlert>,
  standing: EdgelessAlerts,
  { rows }: AlertWriter,
): AlertRow[] {
  const left: AlertRow[] = []
  for (const alert of open) {
    if (alert.copies !== undefined) continue
    const [a, b] = alert.products
    const want = wanted.get(productPair(a, b))
    if (want !== undefined) {
      wanted.delete(productPair(a, b))
      const { confidence, records, informationGain } = want
      const isSamePair = alert.records[0] === records[0] && alert.records[1] === records[1]
      const { skippedKeys, ...rest } = alert
      if (
        alert.confidence === confidence &&
        alert.informationGain === informationGain &&
        isSamePair &&
        skippedKeys === undefined
      )
        continue
      rows.set(alert.id, {
        ...rest,
        confidence,
        records,
        informationGain,
        model: want.edge.model,
        tfVersion: want.edge.tfVersion,
      })
      continue
    }
    if (alert.skippedKeys !== true || !standing.keepSkippedKeys(alert, wanted)) left.push(alert)
  }
  return left
}

/** Closes an alert whose products no longer compete, unless a wanted alert continues this alert. */
function continueOrClose(
  alert: AlertRow,
  wanted: Map<string, WantedAlert>,
  productOf: ReadonlyMap<RecordId, ProductId>,
  context: AlertContext,
  writer: AlertWriter,
): void {
  const { merged, judgedDifferent, isByPerson } = context
  const [a, b] = alert.products
  const next = isByPerson ? undefined : isContinuedBy(alert, wanted, productOf, context)
  if (next !== undefined) {
    wanted.delete(productPair(...next.products))
    const { products, records, confidence, informationGain, edge } = next
    const { skippedKeys: _, ...rest } = alert
    writer.rows.set(alert.id, {
      ...rest,
      products,
      records,
      confidence,
      informationGain,
      model: edge.model,
      tfVersion: edge.tfVersion,
    })
    return
  }
  const [nowA, nowB] = [merged.get(a) ?? a, merged.get(b) ?? b]
  const isDismissed = isByPerson && judgedDifferent.has(productPair(nowA, nowB))
  writer.close(alert, nowA === nowB ? 'merged' : isDismissed ? 'dismissed' : 'withdrawn')
}

/**
 * Adds the marks of withdrawn alerts to the open alert between the products that now have their records. Otherwise, a
 * merge would drop what people noted on the alerts of a merged product.
 */
function carryMarks(
  open: readonly AlertRow[],
  rows: Map<string, AlertRow>,
  productOf: ReadonlyMap<RecordId, ProductId>,
): void {
  const withdrawn = [...rows.values()].filter(({ status, marks }) => status === 'withdrawn' && marks !== undefined)
  if (withdrawn.length === 0) return
  const current = [...open.filter(({ id }) => !rows.has(id)), ...rows.values()].filter(
    ({ status }) => status === 'open',
  )
  const openOf = new Map(current.map((alert) => [productPair(...alert.products), alert.id]))
  const byId = new Map(current.map((alert) => [alert.id, alert]))
  for (const { records, marks } of withdrawn) {
    const [a, b] = [productOf.get(records[0]), productOf.get(records[1])]
    const alert = a === undefined || b === undefined ? undefined : byId.get(openOf.get(productPair(a, b)) ?? '')
    if (alert === undefined) continue
    const changed = { ...alert, marks: joinedMarks([...(alert.marks ?? []), ...(marks ?? [])]) }
    byId.set(alert.id, changed)
    rows.set(alert.id, changed)
  }
}

/** Returns the newest mark of each person and kind, oldest first, as many as an alert may have. */
function joinedMarks(marks: readonly AlertMark[]): AlertMark[] {
  const newest = new Map<string, AlertMark>()
  for (const mark of [...marks].sort((x, y) => compareText(x.at, y.at))) {
    const key = JSON.stringify([mark.actor, mark.kind])
    newest.delete(key)
    newest.set(key, mark)
  }
  return [...newest.values()].slice(-LIMITS.marksPerAlert)
}

/** Returns the row of a wanted alert. A reopened alert keeps its detection time. */
function newAlert(
  { products, records, confidence, informationGain, edge: { model, tfVersion } }: WantedAlert,
  { id, closed }: AlertId,
  at: string,
  reason: Pick<AlertRow, 'skippedKeys'> = {},
): AlertRow {
  const detectedAt = closed?.detectedAt ?? at
  return {
    id,
    products,
    records,
    confidence,
    informationGain,
    status: 'open',
    detectedAt,
    ...reason,
    model,
    tfVersion: tfVersion,
    // A decision that was undone gives back what people noted before it.
    ...defined({ marks: closed?.marks }),
  }
}

/**
 * Moves an alert from the previous representative of a class to the new representative. Otherwise, a feed that changes
 * all copies would close and open an alert with each batch.
 */
function isContinuedBy(
  { records: [one, other] }: AlertRow,
  wanted: ReadonlyMap<string, WantedAlert>,
  productOf: ReadonlyMap<RecordId, ProductId>,
  { copies }: AlertContext,
): WantedAlert | undefined {
  if (copies === undefined) return undefined
  const [nextOne, nextOther] = [copies.successorOf(one), copies.successorOf(other)]
  if (nextOne === one && nextOther === other) return undefined
  const [a, b] = [productOf.get(nextOne), productOf.get(nextOther)]
  return a === undefined || b === undefined ? undefined : wanted.get(productPair(a, b))
}

interface AlertIds {
  /** The alert rows that the transaction has written so far. */
  readonly rows: ReadonlyMap<string, AlertRow>
  /** Products of the transaction's records. */
  readonly productOf: ReadonlyMap<RecordId, ProductId>
  readonly byPerson: boolean
  readonly ledger: AlertLedger
  /** The stored alerts whose ids may be wanted. */
  readonly stored: ReadonlyMap<string, AlertRow | undefined>
}

interface AlertId {
  readonly id: string
  /** The closed alert with this id, either in this transaction or before. */
  readonly closed: AlertRow | undefined
}

/**
 * Returns the id of a new alert. A closed alert of the same records is reopened. Otherwise, the id is derived from the
 * lowest pair of records. Undoing a decision reopens the alert that it closed, so an alert closed by a person keeps its
 * products.
 */
async function alertIdOf(want: WantedAlert, ids: AlertIds): Promise<AlertId> {
  const { rows, productOf, byPerson, ledger } = ids
  const isBetween = (a: ProductId | undefined, b: ProductId | undefined): boolean =>
    a !== undefined && b !== undefined && productPair(a, b) === productPair(...want.products)
  if (byPerson) {
    let last: AlertRow | undefined
    for (const alert of await alertsOf(want.products[0], ledger)) {
      if (alert.copies !== undefined || alert.status === 'open' || rows.has(alert.id)) continue
      if (!isBetween(...alert.products)) continue
      if (last === undefined || (alert.resolvedAt ?? '') > (last.resolvedAt ?? '')) last = alert
    }
    if (last !== undefined) return { id: last.id, closed: last }
    return freeAlertId(want.lowest, (alert) => isBetween(...alert.products), ids)
  }
  for (const alert of rows.values()) {
    const [a, b] = alert.records
    if (alert.status === 'open' || alert.copies !== undefined) continue
    if (isBetween(productOf.get(a), productOf.get(b))) return { id: alert.id, closed: alert }
  }
  return freeAlertId(want.lowest, () => true, ids)
}

/**
 * Returns the alert id derived from a pair of records. An alert keeps its id while its records change, so another pair
 * of products may already use this id. Then the function tries the next id.
 *
 * @param isFree - Reports whether a closed alert may be reopened for the wanted products.
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

/** Returns the stored alerts of the first ids that wanted alerts would get. */
async function storedAlerts(
  wanted: Iterable<WantedAlert>,
  ledger: AlertLedger,
): Promise<Map<string, AlertRow | undefined>> {
  const ids = [...new Set([...wanted].map(({ lowest }) => hashTextHex(lowest)))]
  const stored = await readInChunks(ids, (chunk) => ledger.getAlerts(chunk))
  return new Map(ids.map((id, at) => [id, stored[at]]))
}

/** Returns the open alerts on any product of the transaction, without duplicates. */
async function openAlerts(
  drafts: readonly ProductDraft[],
  removed: readonly ProductId[],
  ledger: AlertLedger,
): Promise<AlertRow[]> {
  const products = new Set<ProductId>(removed)
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
