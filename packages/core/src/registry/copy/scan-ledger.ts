import { LIMITS } from '../../model/limits.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { RegistryEvent } from '../../model/registry-event.ts'
import type { AbortSignalLike } from '../../runtime/environment.ts'
import type { Change } from '../../storage/commit.ts'
import { checkedLedger } from '../../storage/ledger/checked-ledger.ts'
import type { Ledger, LedgerHead, StoredRecord } from '../../storage/ledger.ts'
import type { LedgerRow } from '../../storage/ledger-row.ts'
import { isSameModelVersion, modelVersionText } from '../../storage/model-version.ts'
import type { AliasRow, ChangeNumber, DecisionRow, RecordId } from '../../storage/rows.ts'
import { checkSignal } from '../context/check-signal.ts'
import { DETAILS_PER_READ } from '../records/read-details.ts'
import { changedRows, detailedRows, edgeRows, judgementRows, verificationRows } from './changed-rows.ts'

/** The options of a consistent scan of a ledger. */
export interface ScanOptions {
  /**
   * The number of a change. The caller has all rows up to this change, so the scan reads only later changes of the
   * change feed. Default: read everything.
   */
  readonly after?: ChangeNumber
  /**
   * The head of the ledger at a time before all other reads. Pass the head if the caller has already used it. Default:
   * the scan reads the head.
   */
  readonly head?: LedgerHead
  readonly signal?: AbortSignalLike
  /** The folder or database of the registry, for messages. */
  readonly place?: string | undefined
  /**
   * A function that runs a read while writers of this process wait. The scan uses the function for the last rows.
   * Default: writers do not wait.
   */
  readonly withWriteLease?: <T>(read: () => Promise<T>) => Promise<T>
}

/** A page of a consistent scan. */
export interface ScanPage {
  /**
   * The source of the rows. `scan`: complete rows, including records without edges and removed products. `feed`: rows
   * that the change feed names.
   */
  readonly from: 'scan' | 'feed'
  readonly rows: readonly LedgerRow[]
  /** For `feed`: the change up to which all changes were read. */
  readonly reached?: ChangeNumber
  /** For `feed`: the latest change at the time of the read. */
  readonly known?: ChangeNumber
  /** On the last page: a change. Together with this page, the rows are the state of the ledger at this change. */
  readonly change?: ChangeNumber
  /** On the last page: the counters of the ledger as of that change. */
  readonly counters?: ReadonlyMap<string, number>
}

/**
 * The number of remaining changes at which the scan takes the write lease. The scan also takes the lease when the
 * number of remaining changes stops falling.
 */
const MAX_LAST_CHANGES = 20
const MAX_ROUNDS = 1_000

/**
 * Reads a whole ledger during concurrent writes, for replicas, exports and a second index. A scan of the rows returns
 * every row, but only some of the concurrent writes. So the function then reads the rows that the change feed has named
 * since the start, until no new rows appear.
 *
 * @throws RegistryError `changes_expired` if the change feed no longer reaches back to `after` or to the start of the
 *   scan, or if a reindex or rescore happened meanwhile; `unavailable` if other writers never pause; `storage_corrupt`
 *   if a named row is missing or rows are out of order; `aborted`.
 */
export async function* scanLedger(source: Ledger, options: ScanOptions = {}): AsyncGenerator<ScanPage, void> {
  const { signal, withWriteLease = (read) => read() } = options
  const startHead = options.head ?? (await source.head())
  // Rows of a ledger that was never written by a registry may have invalid references.
  const ledger = startHead.indexVersion === undefined ? source : checkedLedger(source, options.place)
  let at = options.after ?? startHead.change
  if (options.after === undefined) {
    for await (const rows of scannedRows(ledger, options.place)) {
      checkSignal(signal)
      yield { from: 'scan', rows }
    }
  }
  let behind = Number.POSITIVE_INFINITY
  for (let round = 0; round < MAX_ROUNDS; ) {
    checkSignal(signal)
    const known = (await ledger.head()).change
    const left = known - at
    if (left > MAX_LAST_CHANGES && left < behind) {
      behind = left
      for (const changes of smallPages(await changesOfOneIndex(ledger, at))) {
        checkSignal(signal)
        at = changes.at(-1)?.change ?? at
        yield {
          from: 'feed',
          rows: await changedRows(ledger, changes, options.place),
          reached: at,
          known: Math.max(at, known),
        }
      }
      continue
    }
    const from = at
    const { rows, to, counters, isLast } = await withWriteLease(() => lastRows(ledger, from, startHead, options.place))
    const page = { from: 'feed' as const, rows, reached: to, known: Math.max(to, known) }
    if (isLast) return yield { ...page, change: to, counters }
    at = to
    round++
    yield page
  }
  throw new RegistryError(
    'unavailable',
    'Other processes wrote without a pause, so the last rows could not be read at one change. Repeat the call when there are fewer writes.',
  )
}

/**
 * Reads the rows that the change feed names after a change. They are the last rows unless another process has committed
 * meanwhile.
 */
async function lastRows(
  ledger: Ledger,
  after: ChangeNumber,
  startHead: LedgerHead,
  place: string | undefined,
): Promise<{ rows: LedgerRow[]; to: ChangeNumber; counters: ReadonlyMap<string, number>; isLast: boolean }> {
  const changes = await changesOfOneIndex(ledger, after)
  const to = changes.at(-1)?.change ?? after
  const rows = await changedRows(ledger, changes, place)
  const counters = await ledger.counters()
  const { change, indexVersion, modelVersion } = await ledger.head()
  if (startHead.modelVersion !== undefined && !isSameModelVersion(modelVersion, startHead.modelVersion)) {
    throw new RegistryError(
      'changes_expired',
      `The registry was rescored during the scan: it had ${modelVersionText(startHead.modelVersion)} at the start. Any edge may have changed. Read it again from the start.`,
    )
  }
  if (indexVersion !== startHead.indexVersion) {
    throw new RegistryError(
      'changes_expired',
      `The registry was reindexed during the scan, from index version ${startHead.indexVersion ?? 'none'} to ${indexVersion ?? 'none'}. Any row may have changed. Read it again from the start.`,
    )
  }
  return { rows, to, counters, isLast: change === to }
}

const REBUILD_EVENTS: readonly RegistryEvent['type'][] = ['registry.reindexed', 'registry.rescored']

/**
 * Reads a page of the change feed.
 *
 * @throws RegistryError `changes_expired` if a change of the page rebuilt keys, features and terms, or edges. Such a
 *   change does not name all changed rows.
 */
async function changesOfOneIndex(ledger: Ledger, after: ChangeNumber): Promise<Change[]> {
  const changes = await ledger.changes(after, LIMITS.rowsPerPage)
  const rebuild = changes.find(({ events }) => events.some(({ type }) => REBUILD_EVENTS.includes(type)))
  if (rebuild === undefined) return changes
  throw new RegistryError(
    'changes_expired',
    `The registry was reindexed or rescored in change ${rebuild.change}, so any row may have changed since change ${after}. Read it again from the start.`,
  )
}

/** Yields changes in pages whose records fit into memory with their details. */
function* smallPages(changes: readonly Change[]): Generator<readonly Change[], void> {
  let from = 0
  let records = 0
  for (const [at, change] of changes.entries()) {
    records += change.records.length
    if (records < LIMITS.recordsPerCommit) continue
    yield changes.slice(from, at + 1)
    from = at + 1
    records = 0
  }
  if (from < changes.length) yield changes.slice(from)
}

async function* scannedRows(ledger: Ledger, place: string | undefined): AsyncGenerator<LedgerRow[], void> {
  const limit = LIMITS.rowsPerPage
  const suppliers = await ledger.suppliers()
  if (suppliers.length > 0) yield suppliers.map((row) => ({ kind: 'supplier', row }))
  const modelVersions = await ledger.modelVersions()
  if (modelVersions.length > 0) yield modelVersions.map((row) => ({ kind: 'modelVersion', row }))
  for await (const page of scanPages((after: number = -1) => ledger.scanRecords(after, limit), recordIdOf)) {
    const ids = page.map(recordIdOf)
    const { first, last } = slicesOf(page)
    for (const slice of first) yield await detailedRows(ledger, slice, place)
    const [records, edges, judgements] = await Promise.all([
      detailedRows(ledger, last, place),
      edgeRows(ledger, ids),
      judgementRows(ledger, ids),
    ])
    yield [...records, ...edges, ...judgements]
  }
  for await (const page of scanPages((after: number = -1) => ledger.scanProducts(after, limit), idOf)) {
    yield page.map((row) => ({ kind: 'product', row }))
  }
  for await (const page of scanPages((after: number = -1) => ledger.scanLineage(after, limit), idOf)) {
    const rows = page.flatMap((row): LedgerRow[] => [
      { kind: 'lineage', row },
      ...(row.status === 'active' ? [] : [{ kind: 'removed', product: row.id } as const]),
    ])
    yield [...rows, ...(await verificationRows(ledger, page.map(idOf)))]
  }
  for await (const page of scanPages((after: number = 0) => ledger.scanDecisions(after, limit), changeOf)) {
    yield page.map((row) => ({ kind: 'decision', row }))
  }
  for await (const page of scanPages((after) => ledger.scanAliases(after, limit), aliasOf)) {
    yield page.map((row) => ({ kind: 'alias', row }))
  }
  for await (const page of scanPages((after: string | undefined) => ledger.scanConcordances(after, limit), idOf)) {
    yield page.map((row) => ({ kind: 'concordance', row }))
  }
  for await (const page of scanPages((after: string | undefined) => ledger.scanAlerts(after, limit), idOf)) {
    yield page.map((row) => ({ kind: 'alert', row }))
  }
  for (const { id } of suppliers) {
    for await (const page of scanPages(
      (before: number = 0) => ledger.imports(id, before, IMPORTS_PER_READ),
      changeOf,
    )) {
      yield page.map((row) => ({ kind: 'import', row }))
    }
  }
}

/** The number of import rows of one read. A row has up to 50 kB. */
const IMPORTS_PER_READ = 100

/** Divides a page of records into slices whose details fit into memory. A page without details is one slice. */
function slicesOf(page: readonly StoredRecord[]): {
  readonly first: readonly (readonly StoredRecord[])[]
  readonly last: readonly StoredRecord[]
} {
  const first: StoredRecord[][] = []
  let from = 0
  if (page.some(({ row }) => row.detailed === true)) {
    for (; page.length - from > DETAILS_PER_READ; from += DETAILS_PER_READ)
      first.push(page.slice(from, from + DETAILS_PER_READ))
  }
  return { first, last: page.slice(from) }
}

const idOf = <Id>({ id }: { readonly id: Id }): Id => id
const recordIdOf = ({ row }: StoredRecord): RecordId => row.id
const changeOf = ({ change }: Pick<DecisionRow, 'change'>): ChangeNumber => change
const aliasOf = ({ alias }: AliasRow): string => alias

/**
 * Yields the pages of a scan until a page is empty. The function reads the next page while the caller processes the
 * current page.
 */
export async function* scanPages<Row, Id extends number | string>(
  scan: (after: Id | undefined) => Promise<Row[]>,
  last: (row: Row) => Id,
): AsyncGenerator<Row[], void> {
  for (let page = await scan(undefined); page.length > 0; ) {
    const next = scan(last(page.at(-1) as Row))
    // Avoids an unhandled rejection if the consumer stops.
    next.catch(() => undefined)
    yield page
    page = await next
  }
}
