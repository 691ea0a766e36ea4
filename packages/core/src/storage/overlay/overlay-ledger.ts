import { RegistryError } from '../../model/registry-error.ts'
import type { ProductId } from '../../model/utpid.ts'
import { compareText } from '../../text/text-order.ts'
import type { Change, Commit, CommitResult } from '../commit.ts'
import { indexChangeOf } from '../ledger/index-change.ts'
import { ledgerProxy } from '../ledger/ledger-proxy.ts'
import { readInChunks } from '../ledger/read-in-chunks.ts'
import { stampChange } from '../ledger/stamp-change.ts'
import type { CodeEntry, Ledger, LedgerHead, StoredRecord } from '../ledger.ts'
import { isSameModelVersion } from '../model-version.ts'
import type {
  ChangeNumber,
  DecisionRow,
  DetailsContent,
  EdgeRow,
  JudgementRow,
  LineageRow,
  LinkRow,
  ProductRow,
  RecordId,
  RecordRow,
  SupplierRow,
  VerificationRow,
} from '../rows.ts'
import { AddedAmounts } from './added-amounts.ts'
import { OverlayAlerts } from './overlay-alerts.ts'
import { OverlayCodes } from './overlay-codes.ts'
import type { OverlayIndex } from './overlay-index.ts'
import { OverlayPairs } from './overlay-pairs.ts'
import { OverlayTable } from './overlay-table.ts'

/** The number of changes of the base on a page. */
const CHANGES_PER_PAGE = 50

/** The tables of the overlay: rows that replace rows of the base. */
class OverlayTables {
  readonly records = new OverlayTable<RecordId, RecordRow>()
  readonly details = new OverlayTable<RecordId, DetailsContent>()
  readonly links = new OverlayTable<RecordId, LinkRow>()
  readonly products = new OverlayTable<ProductId, ProductRow>()
  readonly lineage = new OverlayTable<ProductId, LineageRow>()
  readonly aliases = new OverlayTable<string, ProductId>()
  readonly decisions = new OverlayTable<ChangeNumber, DecisionRow>()
  readonly suppliers = new OverlayTable<string, SupplierRow>()
  readonly edges = new OverlayPairs<EdgeRow>()
  readonly judgements = new OverlayPairs<JudgementRow>()
  readonly alerts = new OverlayAlerts()
  readonly codes = new OverlayCodes()
  readonly counters = new AddedAmounts()
  readonly words = new AddedAmounts()
  readonly verifications = new Map<ProductId, VerificationRow[]>()

  put(commit: Commit): void {
    for (const row of commit.records) this.records.set(row.id, row)
    for (const { recordId, content } of commit.details) {
      if (content === undefined) this.details.remove(recordId)
      else this.details.set(recordId, content)
    }
    for (const link of commit.links) this.links.set(link.recordId, link)
    for (const id of commit.unlinked) this.links.remove(id)
    for (const row of commit.products) this.products.set(row.id, row)
    for (const id of commit.removedProducts) this.products.remove(id)
    for (const row of commit.lineage) this.lineage.set(row.id, row)
    for (const { alias, productId } of commit.aliases) this.aliases.set(alias, productId)
    for (const row of commit.decisions) this.decisions.set(row.change, row)
    for (const row of commit.suppliers) this.suppliers.set(row.id, row)
    for (const row of commit.verifications) {
      this.verifications.set(row.productId, [...(this.verifications.get(row.productId) ?? []), row])
    }
    this.edges.change(commit.edges)
    this.judgements.change(commit.judgements)
    this.alerts.put(commit.alerts)
    this.counters.add(commit.counters)
    this.words.add(commit.words)
  }
}

/** The reasons why a ledger overlay may differ from a ledger. */
export interface OverlayState {
  /** Whether a commit was discarded, since the overlay has the maximum number of records. */
  readonly isFull: boolean
  /** Whether the base was written since the overlay was created. */
  readonly hasOtherWrites: boolean
}

/**
 * A ledger overlay: it reads through to a base ledger and keeps writes in memory. It never writes to the base. It has
 * one writer, so it checks no preconditions.
 *
 * If it has the maximum number of records, it discards further commits with records: each commit succeeds, but later
 * reads do not see its rows. If other writers change rows in the base that the overlay replaces, it discards all its
 * rows, and the commit fails with `revision_conflict`.
 */
export class OverlayLedger {
  /** The methods of a ledger. Scans are not available, except the scan of the codes of a supplier. */
  readonly ledger: Ledger
  readonly #base: Ledger
  readonly #index: OverlayIndex
  readonly #maxRecords: number
  /** The head of the base when the overlay was created. */
  readonly #start: LedgerHead
  /** The last change of the base that was compared with the rows of the overlay. */
  #baseChange: ChangeNumber
  #commits = 0
  #isFull = false
  #tables = new OverlayTables()

  constructor(base: Ledger, start: LedgerHead, index: OverlayIndex, maxRecords: number) {
    this.#base = base
    this.#index = index
    this.#maxRecords = maxRecords
    this.#start = start
    this.#baseChange = start.change
    this.ledger = { ...ledgerProxy(() => base), ...this.#rowReads(), ...this.#otherReads() }
  }

  get state(): OverlayState {
    return { isFull: this.#isFull, hasOtherWrites: this.#baseChange > this.#start.change }
  }

  #rowReads() {
    const base = this.#base
    const tables = (): OverlayTables => this.#tables
    return {
      getRecords: (ids) => this.#records(ids),
      suppliersOf: async (ids) => (await this.#records(ids)).map((stored) => stored?.row.record.supplier),
      getProducts: (ids) => tables().products.read(ids, (others) => base.getProducts(others)),
      details: (ids) => tables().details.read(ids, (others) => base.details(others)),
      bySupplierCode: async (codes) => {
        const stored = await base.bySupplierCode(codes)
        return codes.map((code, at) => stored[at] ?? tables().codes.recordOf(code))
      },
      byAlias: (aliases) => tables().aliases.read(aliases, (others) => base.byAlias(others)),
      lineage: (ids) => tables().lineage.read(ids, (others) => base.lineage(others)),
      decisions: (changes) => tables().decisions.read(changes, (others) => base.decisions(others)),
      edges: (ids) => tables().edges.read(ids, (each) => base.edges(each)),
      judgements: (ids) => tables().judgements.read(ids, (each) => base.judgements(each)),
      getAlerts: (ids) => tables().alerts.get(ids, base),
      openAlerts: (ids) => tables().alerts.open(ids, base),
      alerts: (query) => tables().alerts.page(query, base),
      verifications: async (ids) => {
        const stored = await base.verifications(ids)
        return ids.map((id, at) => [...(stored[at] ?? []), ...(tables().verifications.get(id) ?? [])])
      },
    } satisfies Partial<Ledger>
  }

  #otherReads() {
    const base = this.#base
    return {
      commit: (commit) => this.#commit(commit),
      head: async () => ({ ...this.#start, change: this.#start.change + this.#commits }),
      suppliers: async () => {
        const rows = new Map((await base.suppliers()).map((row) => [row.id, row]))
        for (const row of this.#tables.suppliers.rows()) rows.set(row.id, row)
        return [...rows.values()].sort((a, b) => compareText(a.id, b.id))
      },
      counters: async () => this.#tables.counters.addedTo(await base.counters()),
      words: async (words) => {
        const stored = await base.words(words)
        return words.map((word, at) => (stored[at] ?? 0) + this.#tables.words.of(word))
      },
      scanCodes: (supplier, after, limit) => this.#scanCodes(supplier, after, limit),
      // The change feed after the start of the overlay has only writes of the overlay itself, which nobody follows.
      changes: async (after, limit): Promise<Change[]> =>
        after >= this.#start.change ? [] : await base.changes(after, limit),
      commonWords: unavailable,
      scanRecords: unavailable,
      scanProducts: unavailable,
      scanLineage: unavailable,
      alertGroups: unavailable,
      scanAlerts: unavailable,
      scanAliases: unavailable,
      scanDecisions: unavailable,
      listDecisions: unavailable,
      countDecisions: unavailable,
    } satisfies Partial<Ledger>
  }

  async #records(ids: readonly RecordId[]): Promise<(StoredRecord | undefined)[]> {
    const { records, links } = this.#tables
    const others = ids.filter((id) => !records.has(id))
    const stored = others.length === 0 ? [] : await this.#base.getRecords(others)
    const found = new Map(others.map((id, at) => [id, stored[at]]))
    return ids.map((id) => {
      const row = found.has(id) ? found.get(id)?.row : records.get(id)
      if (row === undefined) return undefined
      const link = links.has(id) ? links.get(id) : found.get(id)?.link
      return link === undefined ? { row } : { row, link }
    })
  }

  /** Returns the codes of the base first, then the new codes in the order of their arrival. */
  async #scanCodes(supplier: string, after: string | undefined, limit: number): Promise<CodeEntry[]> {
    const { codes } = this.#tables
    if (after !== undefined && codes.recordOf({ supplier, code: after }) !== undefined) {
      return codes.after(supplier, after, limit)
    }
    const page = await this.#base.scanCodes(supplier, after, limit)
    return page.length < limit ? [...page, ...codes.after(supplier, undefined, limit - page.length)] : page
  }

  async #commit(given: Commit): Promise<CommitResult> {
    await this.#followBase(given)
    const change = this.#start.change + this.#commits + 1
    const { records } = given
    this.#isFull ||= records.length > 0 && this.#tables.records.size + records.length > this.#maxRecords
    if (this.#isFull && records.length > 0) return { change, repeated: false }
    const commit = stampChange(given, change)
    const replaced = records.filter(({ id }) => !this.#tables.records.has(id)).map(({ id }) => id)
    const before = await readInChunks(replaced, (ids) => this.#base.getRecords(ids))
    for (const [at, id] of replaced.entries()) {
      const stored = before[at]
      if (stored?.link !== undefined) this.#index.replace(stored.row.keys)
      if (stored === undefined) this.#tables.codes.put((records.find((row) => row.id === id) as RecordRow).record, id)
    }
    this.#tables.put(commit)
    this.#index.applyNow(indexChangeOf(commit, change))
    this.#commits++
    return { change, repeated: false }
  }

  /**
   * Compares later changes of the base with the rows of the overlay and of a commit.
   *
   * @throws {@link RegistryError} `revision_conflict` if a change wrote one of these rows. Then the overlay is empty.
   * @throws {@link RegistryError} `index_outdated` if the base has another index generation.
   */
  async #followBase(commit: Commit): Promise<void> {
    const head = await this.#base.head()
    if (head.change === this.#baseChange) return
    if (head.indexVersion !== this.#start.indexVersion || !isSameModel(head, this.#start)) {
      throw new RegistryError('index_outdated', 'The registry was rebuilt during the dry run. Repeat the dry run.')
    }
    const touched = await this.#isTouched(commit, head.change)
    this.#baseChange = head.change
    if (!touched) return
    this.#tables = new OverlayTables()
    this.#index.clear()
    throw new RegistryError('revision_conflict', 'Another writer changed rows that the dry run has read.')
  }

  async #isTouched({ preconditions }: Commit, head: ChangeNumber): Promise<boolean> {
    const { records, products } = this.#tables
    const recordIds = new Set(preconditions.records.map(([id]) => id))
    const productIds = new Set(preconditions.products.map(([id]) => id))
    try {
      while (this.#baseChange < head) {
        const changes = await this.#base.changes(this.#baseChange, CHANGES_PER_PAGE)
        for (const change of changes) {
          if ([...change.records, ...change.edges].some((id) => records.has(id) || recordIds.has(id))) return true
          const about = [...change.products, ...change.removedProducts]
          if (about.some((id) => products.has(id) || productIds.has(id))) return true
          this.#baseChange = change.change
        }
        if (changes.length === 0) return false
      }
      return false
    } catch (error) {
      // The changes are no longer known, so any row may have changed.
      if (error instanceof RegistryError && error.code === 'changes_expired') return true
      throw error
    }
  }
}

function isSameModel(a: LedgerHead, b: LedgerHead): boolean {
  if (a.modelVersion === undefined || b.modelVersion === undefined) return a.modelVersion === b.modelVersion
  return isSameModelVersion(a.modelVersion, b.modelVersion)
}

async function unavailable(): Promise<never> {
  throw new Error('An overlay cannot scan rows.')
}
