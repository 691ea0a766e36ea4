import { Judgements } from '../../clustering/constraints/judgements.ts'
import { copyMembers } from '../../clustering/copy-members.ts'
import type { RecordFeatures } from '../../features/record-features.ts'
import type { IndexRules } from '../../features/rules/index-rules.ts'
import { alertTags, bookingsOf, productRecords } from '../../golden-record/alerts/alert-subject.ts'
import { type ClassAlert, classAlert, dismissalOf } from '../../golden-record/alerts/copy-alerts.ts'
import { COPIES_COUNTER, CounterChanges } from '../../golden-record/counter-changes.ts'
import { defined } from '../../model/defined.ts'
import { LIMITS } from '../../model/limits.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { RegistryEvent } from '../../model/registry-event.ts'
import type { ProductId } from '../../model/utpid.ts'
import type { Commit } from '../../storage/commit.ts'
import type { Generation } from '../../storage/generation.ts'
import type { StoredRecord } from '../../storage/ledger.ts'
import type { AlertRow, ProductRow, RecordId } from '../../storage/rows.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { readJudgements } from '../curate/judge-pairs.ts'

export interface GenerationCopies {
  readonly context: RegistryContext
  readonly generation: Generation
  readonly rules: IndexRules
  /** The classes that may have copies, with the features of their records. */
  readonly copied: ReadonlyMap<string, RecordFeatures>
  /**
   * The open alerts about copies whose class has a new id. Clustering has excluded these alerts from the counts of
   * products.
   */
  readonly renamed: ReadonlySet<string>
  /** The products that the transaction has computed again, including unchanged products. */
  readonly reclustered: ReadonlySet<ProductId>
}

/** Adds changes of alerts about copies to the transaction that swaps in a generation. */
export async function withCopyAlerts(step: Commit, sources: GenerationCopies): Promise<Commit> {
  const known = await openClassAlerts(sources.context)
  const changes = new CopyAlertChanges(step, sources)
  for (const [id, features] of sources.copied) {
    const [stored] = known.has(id) ? [known.get(id)] : await sources.context.ledger.getAlerts([id])
    await changes.update(id, features, stored)
  }
  // A new index version may distinguish records that were copies, and may change the id of a class.
  for (const [id, alert] of known) if (!sources.copied.has(id)) await changes.update(id, undefined, alert)
  return changes.step((await sources.context.ledger.counters()).get(COPIES_COUNTER) ?? 0)
}

async function openClassAlerts({ ledger }: RegistryContext): Promise<Map<string, AlertRow>> {
  const found = new Map<string, AlertRow>()
  for (let after: string | undefined; ; ) {
    const page = await ledger.scanAlerts(after, LIMITS.rowsPerPage)
    for (const row of page) if (row.copies !== undefined && row.status === 'open') found.set(row.id, row)
    after = page.at(-1)?.id
    if (after === undefined) return found
  }
}

class CopyAlertChanges {
  readonly #step: Commit
  readonly #sources: GenerationCopies
  readonly #products: Map<ProductId, ProductRow>
  readonly #productOf: ReadonlyMap<RecordId, ProductId>
  readonly #alerts: Map<string, AlertRow>
  readonly #revisions: Map<ProductId, number>
  readonly #counters = new CounterChanges()
  readonly #events: RegistryEvent[] = []
  /** The number of copies, which are records that another record represents. */
  #copies = 0

  constructor(step: Commit, sources: GenerationCopies) {
    this.#step = step
    this.#sources = sources
    this.#products = new Map(step.products.map((row) => [row.id, row]))
    this.#productOf = new Map(step.links.map(({ recordId, productId }) => [recordId, productId]))
    this.#alerts = new Map(step.alerts.map((row) => [row.id, row]))
    this.#revisions = new Map(step.preconditions.products)
    this.#counters.addAll(step.counters)
  }

  async update(id: string, features: RecordFeatures | undefined, stored: AlertRow | undefined): Promise<void> {
    const { context, generation, rules } = this.#sources
    const alert = this.#alerts.get(id) ?? stored
    const sources = { ledger: generation, index: generation, rules }
    const members = features === undefined ? [] : await copyMembers(features, new Map(), sources)
    this.#copies += Math.max(0, members.length - 1)
    if (dismissalOf(alert) !== undefined) return
    const [first] = members
    const judgements = new Judgements(first === undefined ? [] : await readJudgements(context.ledger, [first.row.id]))
    const { scorer } = context
    const found = classAlert({ members, count: members.length }, (each) => this.#productOfMember(each), judgements, {
      scorer,
      rules,
    })
    if (typeof found === 'string') {
      if (alert?.status === 'open') await this.#close(alert, found === 'merged' ? 'merged' : 'withdrawn')
      return
    }
    await this.#keepOrOpen(id, found, members, alert)
    await this.#closeEdgeAlert(found.products)
  }

  /**
   * Returns the transaction with the changes.
   *
   * @param counted - Number of copies before.
   */
  step(counted: number): Commit {
    const { preconditions } = this.#step
    this.#counters.add(COPIES_COUNTER, this.#copies - counted)
    return {
      ...this.#step,
      products: [...this.#products.values()],
      alerts: [...this.#alerts.values()],
      counters: this.#counters.finish(),
      events: [...this.#step.events, ...this.#events],
      preconditions: { ...preconditions, products: [...this.#revisions] },
    }
  }

  async #keepOrOpen(
    id: string,
    found: ClassAlert,
    members: readonly StoredRecord[],
    alert: AlertRow | undefined,
  ): Promise<void> {
    const copies = members.length
    const { context } = this.#sources
    const { format, scorer } = context
    const [own, other] = found.products
    const isOrdered = own < other
    const base: AlertRow = {
      id,
      products: isOrdered ? [own, other] : [other, own],
      records: isOrdered ? [found.first, found.copy] : [found.copy, found.first],
      confidence: found.confidence,
      informationGain: found.informationGain,
      status: 'open',
      detectedAt: alert?.detectedAt ?? this.#step.at,
      copies,
      model: scorer.model.version,
      tfVersion: scorer.terms.tfVersion,
      ...defined({ marks: alert?.marks }),
    }
    const products = await this.#recordsOf(base.products)
    const bookings = await bookingsOf(products.flat(), new Map(), context.ledger)
    const tags = alertTags(base, products, scorer.model.thresholds.match)
    const row: AlertRow = { ...base, tags, ...defined({ bookings: bookings(products) }) }
    if (alert?.status === 'open') {
      await this.#count(this.#countedProducts(alert), -1)
    } else {
      if (alert !== undefined) this.#counters.alerts(alert.status, -1)
      this.#counters.alerts('open', 1)
      const utpids = [format.format(row.products[0]), format.format(row.products[1])] as const
      const { confidence } = row
      this.#events.push({ type: 'duplicate.opened', alertId: id, utpids, confidence: confidence / 10_000, copies })
    }
    await this.#count(row.products, 1)
    if (alert === undefined || JSON.stringify(sorted(alert)) !== JSON.stringify(sorted(row))) this.#alerts.set(id, row)
  }

  /** Returns the records of two products after the transaction. */
  async #recordsOf(ids: readonly ProductId[]): Promise<StoredRecord[][]> {
    const { generation } = this.#sources
    const records = await productRecords(ids, {
      getProducts: async (wanted) => {
        const stored = await generation.getProducts(wanted)
        return wanted.map((id, at) => this.#products.get(id) ?? stored[at])
      },
      getRecords: (wanted) => generation.getRecords(wanted),
    })
    return ids.map((id) => records.get(id) ?? [])
  }

  /** Closes an alert that is based on an edge between the products, because one alert about two products is enough. */
  async #closeEdgeAlert([own, other]: readonly [ProductId, ProductId]): Promise<void> {
    const [stored] = await this.#sources.context.ledger.openAlerts([own])
    const rows = (stored ?? []).filter(({ id }) => !this.#alerts.has(id))
    for (const alert of [...rows, ...this.#alerts.values()]) {
      if (alert.status !== 'open' || alert.copies !== undefined) continue
      if (alert.products.includes(own) && alert.products.includes(other)) await this.#close(alert, 'withdrawn')
    }
  }

  async #close(alert: AlertRow, status: 'merged' | 'withdrawn'): Promise<void> {
    const { format } = this.#sources.context
    const [a, b] = alert.products
    this.#alerts.set(alert.id, { ...alert, status, resolvedAt: this.#step.at, resolution: { by: 'machine' } })
    this.#counters.alerts('open', -1)
    this.#counters.alerts(status, 1)
    const utpids = [format.format(a), format.format(b)] as const
    this.#events.push({ type: 'duplicate.resolved', alertId: alert.id, utpids, status })
    await this.#count(this.#countedProducts(alert), -1)
  }

  /** Returns the products of an open alert whose number of alerts includes it. */
  #countedProducts({ id, products }: AlertRow): readonly ProductId[] {
    const { renamed, reclustered } = this.#sources
    return renamed.has(id) ? products.filter((product) => !reclustered.has(product)) : products
  }

  #productOfMember({ row, link }: StoredRecord): ProductId | undefined {
    return this.#productOf.get(row.id) ?? link?.productId
  }

  /**
   * Adds an amount to the number of alerts of two products. If the number equals the stored number again, the
   * transaction does not write the product.
   */
  async #count(products: readonly ProductId[], amount: 1 | -1): Promise<void> {
    for (const id of products) {
      const [stored] = await this.#sources.generation.getProducts([id])
      const row = this.#products.get(id) ?? stored
      if (row === undefined || this.#step.removedProducts.includes(id)) continue
      const duplicates = row.duplicates + amount
      const isWritten = this.#step.products.some((each) => each.id === id)
      if (!isWritten && stored !== undefined && duplicates === stored.duplicates) {
        this.#products.delete(id)
        continue
      }
      if (stored === undefined && !isWritten) throw new RegistryError('revision_conflict', 'A product changed.')
      if (stored !== undefined && !this.#revisions.has(id)) this.#revisions.set(id, stored.revision)
      this.#products.set(id, { ...row, revision: isWritten ? row.revision : (stored?.revision ?? 0) + 1, duplicates })
    }
  }
}

function sorted(row: AlertRow): [string, unknown][] {
  return Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))
}
