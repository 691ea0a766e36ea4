import { LIMITS } from '../../model/limits.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { RegistryEvent } from '../../model/registry-event.ts'
import type { AbortSignalLike } from '../../runtime/environment.ts'
import type { Change } from '../../storage/commit.ts'
import { wholeLedger } from '../../storage/ledger/whole-ledger.ts'
import type { Ledger, LedgerHead, StoredRecord } from '../../storage/ledger.ts'
import type { LedgerRow } from '../../storage/ledger-row.ts'
import type { AliasRow, ChangeNumber, DecisionRow, RecordId } from '../../storage/rows.ts'
import { isSameScoring, scoringText } from '../../storage/scoring-name.ts'
import { checkSignal } from '../context/check-signal.ts'
import { changedRows, edgeRows, rulingRows, verificationRows } from './changed-rows.ts'

/** Where a walk through a ledger begins. */
export interface WalkOptions {
  /** The rows up to this change are known: only the feed after it is read. Everything is, unless given. */
  readonly after?: ChangeNumber
  /** What the ledger answered before anything of it was read, when the caller has told it on; asked for unless given. */
  readonly head?: LedgerHead
  readonly signal?: AbortSignalLike
  /** Where the registry is, for messages. */
  readonly place?: string | undefined
  /** Keeps the writers of this process out while the last rows are read; they are not, unless given. */
  readonly pause?: <T>(read: () => Promise<T>) => Promise<T>
}

/** A few rows of a walk. */
export interface WalkedPage {
  /**
   * `scan`: told of everything there is, also that a record has no edges and which products have ended; `feed`: told
   * of what changed.
   */
  readonly from: 'scan' | 'feed'
  readonly rows: readonly LedgerRow[]
  /** Of the feed: the change up to which it is read. */
  readonly reached?: ChangeNumber
  /** Of the feed: the last change that the ledger was known to have. */
  readonly known?: ChangeNumber
  /** On the last page: with it, the rows of the walk are the ledger as it was after this change. */
  readonly change?: ChangeNumber
  /** On the last page: the counters of the ledger as of that change. */
  readonly counters?: ReadonlyMap<string, number>
}

/** With so few changes left, or when they do not become fewer, the writers are asked to wait. */
const CHANGES_AT_THE_END = 20
const ROUNDS_MOST = 1_000

/**
 * Reads a whole ledger while others write to it: every row by scans, which see some of what is
 * written meanwhile and some not, then what the feed names since, until nothing is new. Replicas,
 * exports and a second index are made of this.
 *
 * @throws RegistryError `changes_expired` when the feed no longer reaches back to `after`, or to
 *   where the scan began, or when the registry was reindexed or rescored meanwhile; `unavailable` when others never stopped writing;
 *   `storage_corrupt` when a row is named that is not there, or rows are out of order; `aborted`.
 */
export async function* walkLedger(source: Ledger, options: WalkOptions = {}): AsyncGenerator<WalkedPage, void> {
  const { signal, pause = (read) => read() } = options
  const began = options.head ?? (await source.head())
  // Rows that no registry has written lead where their writer likes.
  const ledger = began.indexVersion === undefined ? source : wholeLedger(source, options.place)
  let at = options.after ?? began.change
  if (options.after === undefined) {
    for await (const rows of scannedRows(ledger)) {
      checkSignal(signal)
      yield { from: 'scan', rows }
    }
  }
  let behind = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS_MOST; ) {
    checkSignal(signal)
    const known = (await ledger.head()).change
    const left = known - at
    if (left > CHANGES_AT_THE_END && left < behind) {
      behind = left
      const changes = await changesOfOneIndex(ledger, at)
      at = changes.at(-1)?.change ?? at
      yield { from: 'feed', rows: await changedRows(ledger, changes), reached: at, known: Math.max(at, known) }
      continue
    }
    const from = at
    const { rows, to, counters, isLast } = await pause(() => lastRows(ledger, from, began))
    const page = { from: 'feed' as const, rows, reached: to, known: Math.max(to, known) }
    if (isLast) return yield { ...page, change: to, counters }
    at = to
    round++
    yield page
  }
  throw new RegistryError(
    'unavailable',
    'Others wrote to the registry without a pause, so its last rows could not be read as of one change. Repeat it when less is written.',
  )
}

/** What the feed names after a change; the last of it when nothing was committed while the rows were read. */
async function lastRows(
  ledger: Ledger,
  after: ChangeNumber,
  began: LedgerHead,
): Promise<{ rows: LedgerRow[]; to: ChangeNumber; counters: ReadonlyMap<string, number>; isLast: boolean }> {
  const changes = await changesOfOneIndex(ledger, after)
  const to = changes.at(-1)?.change ?? after
  const rows = await changedRows(ledger, changes)
  const counters = await ledger.counters()
  const { change, indexVersion, scoring } = await ledger.head()
  if (began.scoring !== undefined && !isSameScoring(scoring, began.scoring)) {
    throw new RegistryError(
      'changes_expired',
      `The registry was scored by ${scoringText(began.scoring)} when this began, and by another model or epoch now: every edge may be another one. Read it anew from the beginning.`,
    )
  }
  if (indexVersion !== began.indexVersion) {
    throw new RegistryError(
      'changes_expired',
      `The registry was of index version ${began.indexVersion ?? 'none'} when this began, and is of ${indexVersion ?? 'none'} now: every row may be another one. Read it anew from the beginning.`,
    )
  }
  return { rows, to, counters, isLast: change === to }
}

const RENEWING: readonly RegistryEvent['type'][] = ['registry.reindexed', 'registry.rescored']

/**
 * A page of the feed.
 *
 * @throws RegistryError `changes_expired` when keys, features and terms, or edges, were made anew in one of its
 *   changes: it names few of the rows that are other ones since.
 */
async function changesOfOneIndex(ledger: Ledger, after: ChangeNumber): Promise<Change[]> {
  const changes = await ledger.changes(after, LIMITS.rowsPerPage)
  const renewed = changes.find(({ events }) => events.some(({ type }) => RENEWING.includes(type)))
  if (renewed === undefined) return changes
  throw new RegistryError(
    'changes_expired',
    `The registry was reindexed or rescored in change ${renewed.change}, so every row may be another one since change ${after}. Read it anew from the beginning.`,
  )
}

async function* scannedRows(ledger: Ledger): AsyncGenerator<LedgerRow[], void> {
  const limit = LIMITS.rowsPerPage
  const suppliers = await ledger.suppliers()
  if (suppliers.length > 0) yield suppliers.map((row) => ({ kind: 'supplier', row }))
  const scorings = await ledger.scorings()
  if (scorings.length > 0) yield scorings.map((row) => ({ kind: 'scoring', row }))
  for await (const page of scanPages((after: number = -1) => ledger.scanRecords(after, limit), recordIdOf)) {
    const ids = page.map(recordIdOf)
    const records = page.map((stored) => ({ kind: 'record' as const, ...stored }))
    const [edges, rulings] = await Promise.all([edgeRows(ledger, ids), rulingRows(ledger, ids)])
    yield [...records, ...edges, ...rulings]
  }
  for await (const page of scanPages((after: number = -1) => ledger.scanProducts(after, limit), idOf)) {
    yield page.map((row) => ({ kind: 'product', row }))
  }
  for await (const page of scanPages((after: number = -1) => ledger.scanLineage(after, limit), idOf)) {
    const rows = page.flatMap((row): LedgerRow[] => [
      { kind: 'lineage', row },
      ...(row.status === 'active' ? [] : [{ kind: 'ended', product: row.id } as const]),
    ])
    yield [...rows, ...(await verificationRows(ledger, page.map(idOf)))]
  }
  for await (const page of scanPages((after: number = 0) => ledger.scanDecisions(after, limit), changeOf)) {
    yield page.map((row) => ({ kind: 'decision', row }))
  }
  for await (const page of scanPages((after) => ledger.scanAliases(after, limit), aliasOf)) {
    yield page.map((row) => ({ kind: 'alias', row }))
  }
  for await (const page of scanPages((after: string | undefined) => ledger.scanAlerts(after, limit), idOf)) {
    yield page.map((row) => ({ kind: 'alert', row }))
  }
}

const idOf = <Id>({ id }: { readonly id: Id }): Id => id
const recordIdOf = ({ row }: StoredRecord): RecordId => row.id
const changeOf = ({ change }: DecisionRow): ChangeNumber => change
const aliasOf = ({ alias }: AliasRow): string => alias

/** Pages of a scan, to the first empty one. The next is read while one is worked on: a database answers meanwhile. */
export async function* scanPages<Row, Id extends number | string>(
  scan: (after: Id | undefined) => Promise<Row[]>,
  last: (row: Row) => Id,
): AsyncGenerator<Row[], void> {
  for (let page = await scan(undefined); page.length > 0; ) {
    const next = scan(last(page.at(-1) as Row))
    // Whoever reads no further does not hear of it.
    next.catch(() => undefined)
    yield page
    page = await next
  }
}
