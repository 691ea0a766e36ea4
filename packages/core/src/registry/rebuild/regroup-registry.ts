import type { PendingRecord } from '../../clustering/pending-record.ts'
import type { Regrouped } from '../../clustering/regroup.ts'
import { standingProbe } from '../../clustering/settle-copies.ts'
import { LIMITS } from '../../model/limits.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { AbortSignalLike } from '../../runtime/environment.ts'
import type { Commit } from '../../storage/commit.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { StoredRecord } from '../../storage/ledger.ts'
import type { ChangeNumber, RecordId } from '../../storage/rows.ts'
import type { ScoringName } from '../../storage/scoring-name.ts'
import { checkBoolean, describe, quoted } from '../context/check-arguments.ts'
import { checkSignal } from '../context/check-signal.ts'
import { IdSet } from '../context/id-set.ts'
import { now, type RegistryContext } from '../context/registry-context.ts'
import { requireRules } from '../context/served-generation.ts'
import { takeStep, untilFirst } from '../write/take-step.ts'
import { slices } from './generation-builder.ts'
import {
  EXAMPLES,
  EXAMPLES_MOST,
  joinedChanges,
  NO_CHANGES,
  type RescoreChanges,
  RescoreComparison,
} from './rescore-changes.ts'
import { portionsOf, settlingRecords, type UnsettledClass, UnsettledCopies } from './unsettled-copies.ts'

/** Options of `regroup`. */
export interface RegroupOptions {
  /** Reports the changes without writing them. Default: false. */
  readonly dryRun?: boolean
  /** Examples of each kind of change, 0 to 10,000. Default: 100. */
  readonly examples?: number
  /** Stops between two transactions: committed ones stay, and the next call has less to do. */
  readonly signal?: AbortSignalLike
  /** Called after each piece of work. */
  readonly onProgress?: (progress: RegroupProgress) => void
  /**
   * Finds the records that may be stored differently from a new result, so that only these are clustered. Default: all
   * records. Surplus records cost time; missing ones are not fixed.
   */
  readonly differing?: FindDiffering
}

/** Progress of reclustering. */
export interface RegroupProgress {
  /** `compare`: finds the differing records; `group`: clusters them. */
  readonly phase: 'compare' | 'group'
  /** Records done in this phase. */
  readonly done: number
  /** Total number of records, as far as known. */
  readonly total: number
}

/** Finds records that may have to be clustered again, in any order, each once. */
export type FindDiffering = (options: {
  readonly signal?: AbortSignalLike | undefined
  readonly onCompared: (done: number, total: number) => void
}) => Promise<DifferingRecords>

/** The records to cluster again. */
export interface DifferingRecords {
  /** Number of compared records. */
  readonly compared: number
  /**
   * Records of one cluster should be adjacent, so that one transaction clusters them. One record of each dirty class of
   * copies must be included.
   */
  readonly ids: ArrayLike<RecordId> & Iterable<RecordId>
}

/** Result of `regroup`, or of its dry run. */
export interface RegroupReport {
  /** `would_regroup`: result of a dry run. */
  readonly outcome: 'regrouped' | 'would_regroup'
  readonly scoring: ScoringName
  /** Records that were compared with all their candidates. */
  readonly records: number
  /** Edges that were missing, surplus or had another weight. Clusters depend on them. */
  readonly edges: number
  /** Transactions that fixed something. */
  readonly steps: number
  /** Changes by kind, including kinds without changes. */
  readonly changes: RescoreChanges
  /** The last change of this call; the latest change if nothing was written. */
  readonly change: ChangeNumber
}

/**
 * Compares and clusters all records with the current model and term-frequency version, in several transactions like
 * writes and without downtime. Each import updates clusters, so an intact registry does not change. A registry restored
 * with clusters of another origin gets those of the model.
 *
 * First the record that stands for its copies is determined. All other keys, features and search terms stay: `reindex`
 * rebuilds those. After an interruption, the committed clusters are correct. Records of one cluster go through one
 * transaction, up to `LIMITS.recordsPerCommit` of them, so that a product keeps its UTPID.
 *
 * @throws {@link RegistryError} `validation_failed` for a wrong option; `index_outdated`, `scoring_outdated` if a
 *   reindex or rescore is due; `aborted`; `revision_conflict` after `LIMITS.commitAttempts` conflicts.
 */
export async function regroupRegistry(context: RegistryContext, options: RegroupOptions = {}): Promise<RegroupReport> {
  const { dryRun = false, examples = EXAMPLES, signal, onProgress, differing } = checked(options)
  requireRules(context)
  const { ledger, scoring } = context
  const records = (await ledger.counters()).get('records') ?? 0
  const found = await differing?.({
    signal,
    onCompared: (done, total) => onProgress?.({ phase: 'compare', done, total }),
  })
  // The keys of a copy decide about edges of other records, so classes are fixed before anything else is compared.
  const unsettled = await unsettledClasses(context, found?.ids, {
    signal,
    onLooked: (done) => found === undefined && onProgress?.({ phase: 'compare', done, total: Math.max(done, records) }),
  })
  const run = { compared: 0, edges: 0, steps: 0, changes: NO_CHANGES, change: (await ledger.head()).change }
  const total = found?.ids.length ?? records
  const grouped = new IdSet()
  let done = 0
  const take = (step: GroupedAnew | undefined): void => {
    if (step !== undefined) {
      run.edges += step.edges
      run.steps++
      run.changes = joinedChanges(run.changes, step.changes, examples)
      run.change = step.change ?? run.change
      for (const id of step.records) grouped.add(id)
    }
    onProgress?.({ phase: 'group', done, total: Math.max(done, total) })
  }
  for (const { records: ofClasses, steps } of portionsOf(unsettled)) {
    // A dry run can compute only the first of several transactions.
    for (let step = 0; step < (dryRun ? 1 : steps); step++) {
      checkSignal(signal)
      take(await groupAnew(context, () => toSettle(context, ofClasses), { dryRun, examples }))
      await context.yield()
    }
  }
  for await (const page of found === undefined ? allRecords(context) : slices(found.ids)) {
    checkSignal(signal)
    const left = page.filter((id) => !grouped.has(id))
    const step =
      left.length === 0 ? undefined : await groupAnew(context, () => asTheyAre(context, left), { dryRun, examples })
    done += page.length
    run.compared += page.length
    take(step)
    await context.yield()
  }
  const { compared, ...rest } = run
  return { outcome: dryRun ? 'would_regroup' : 'regrouped', scoring, records: found?.compared ?? compared, ...rest }
}

/** Fixes of some records and their clusters. */
interface GroupedAnew {
  readonly records: readonly RecordId[]
  readonly edges: number
  readonly changes: RescoreChanges
  /** Undefined for a dry run. */
  readonly change: ChangeNumber | undefined
}

/** Records that a transaction compares or fixes. */
interface Given {
  readonly compared: readonly PendingRecord[]
  readonly pending: ReadonlyMap<RecordId, PendingRecord>
}

/** @returns undefined if nothing has to be fixed. */
function groupAnew(
  context: RegistryContext,
  read: () => Promise<Given>,
  how: { readonly dryRun: boolean; readonly examples: number },
): Promise<GroupedAnew | undefined> {
  return context.writes.run(async () => {
    requireRules(context)
    return await untilFirst(context, () => tryToGroup(context, read, how))
  })
}

/**
 * Splitting a component with a mix of new and stored edges would split a product in one transaction and merge it under
 * another id in the next. So after any change, the whole cluster is compared before any of it is split.
 */
async function tryToGroup(
  context: RegistryContext,
  read: () => Promise<Given>,
  { dryRun, examples }: { readonly dryRun: boolean; readonly examples: number },
): Promise<GroupedAnew | undefined> {
  const base = (await context.ledger.head()).change
  const { pending, ...given } = await read()
  const compared = [...given.compared]
  if (compared.length === 0 && pending.size === 0) return undefined
  const known = new Set([...pending.keys(), ...compared.map(({ row }) => row.id)])
  for (;;) {
    const comparison = new RescoreComparison(context, examples)
    let isChange = false
    let others: RecordId[] = []
    const { commit, change, regrouped } = await takeStep(context, {
      base,
      at: now(context),
      pending,
      compared,
      isWritten: async (worked) => {
        isChange = !isNothing(worked.commit)
        others = isChange ? recordsOf(worked.regrouped).filter((id) => !known.has(id)) : []
        if (!isChange || (others.length > 0 && compared.length < LIMITS.recordsPerCommit)) return false
        others = []
        await comparison.compare(worked.commit, dryRun)
        return !dryRun
      },
    })
    if (!isChange) return undefined
    if (others.length === 0) {
      const { edges } = commit
      const changes = comparison.changes()
      // Records beyond one transaction are compared with their own page.
      const records = recordsOf(regrouped).filter((id) => known.has(id))
      return { records, edges: edges.length, changes, change: dryRun ? undefined : change }
    }
    for (const id of others) known.add(id)
    compared.push(...(await standingRecords(context, others)))
  }
}

function recordsOf({ drafts }: Regrouped): RecordId[] {
  return drafts.flatMap(({ records }) => records.map(({ row }) => row.id))
}

async function asTheyAre(context: RegistryContext, ids: readonly RecordId[]): Promise<Given> {
  return { compared: await standingRecords(context, ids), pending: new Map() }
}

async function toSettle(context: RegistryContext, ids: readonly RecordId[]): Promise<Given> {
  return { compared: [], pending: await settlingRecords(context, ids) }
}

/** Reads active records for comparison as they are stored. */
async function standingRecords(
  { ledger, served: { rules } }: RegistryContext,
  ids: readonly RecordId[],
): Promise<PendingRecord[]> {
  const stored = await readInChunks(ids, (chunk) => ledger.getRecords(chunk))
  return stored.flatMap((before): PendingRecord[] => {
    if (before?.link === undefined) return []
    const features = rules.decode(before.row.features)
    return [{ row: before.row, features, probe: standingProbe(before.row, features, rules.salt), before }]
  })
}

/** Finds dirty classes of copies among all records or some. */
async function unsettledClasses(
  context: RegistryContext,
  ids: Iterable<RecordId> | undefined,
  { signal, onLooked }: { readonly signal: AbortSignalLike | undefined; readonly onLooked: (done: number) => void },
): Promise<UnsettledClass[]> {
  const copies = new UnsettledCopies(context)
  const found: UnsettledClass[] = []
  let done = 0
  for await (const page of ids === undefined ? storedPages(context) : readPages(context, ids)) {
    checkSignal(signal)
    found.push(...(await untilFirst(context, () => copies.find(page))))
    done += page.length
    onLooked(done)
    await context.yield()
  }
  return found
}

async function* readPages({ ledger }: RegistryContext, ids: Iterable<RecordId>): AsyncGenerator<StoredRecord[]> {
  for (const slice of slices(ids)) yield (await ledger.getRecords(slice)).filter((each) => each !== undefined)
}

/** Yields the ids of all active records in slices. */
async function* allRecords(context: RegistryContext): AsyncGenerator<RecordId[]> {
  for await (const page of storedPages(context)) yield* slices(page.map(({ row }) => row.id))
}

/** Yields all active records. */
async function* storedPages({ ledger }: RegistryContext): AsyncGenerator<StoredRecord[]> {
  for (let after = -1; ; ) {
    const page = await ledger.scanRecords(after, PAGE)
    const last = page.at(-1)
    if (last === undefined) return
    yield page.filter(({ link }) => link !== undefined)
    after = last.row.id
  }
}

const PAGE = 500

function isNothing({
  records,
  edges,
  links,
  products,
  endedProducts,
  alerts,
  lineage,
  verifications,
}: Commit): boolean {
  return [records, edges, links, products, endedProducts, alerts, lineage, verifications].every(
    ({ length }) => length === 0,
  )
}

function checked(options: RegroupOptions): RegroupOptions {
  const { dryRun, examples, differing } = options
  checkBoolean(dryRun, 'dryRun')
  if (examples !== undefined && !(Number.isSafeInteger(examples) && examples >= 0 && examples <= EXAMPLES_MOST)) {
    throw new RegistryError(
      'validation_failed',
      `examples is ${quoted(examples)}; it must be an integer of 0 to ${EXAMPLES_MOST}.`,
    )
  }
  if (differing !== undefined && typeof differing !== 'function') {
    throw new RegistryError('validation_failed', `differing must be a function; this is ${describe(differing)}.`)
  }
  return options
}
