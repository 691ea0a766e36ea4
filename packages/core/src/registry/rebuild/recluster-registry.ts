import { storedLookup } from '../../clustering/fix-copies.ts'
import type { PendingRecord } from '../../clustering/pending-record.ts'
import type { ReclusteredComponents } from '../../clustering/recluster-components.ts'
import { LIMITS } from '../../model/limits.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { AbortSignalLike } from '../../runtime/environment.ts'
import type { Commit } from '../../storage/commit.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { StoredRecord } from '../../storage/ledger.ts'
import type { ModelVersion } from '../../storage/model-version.ts'
import type { ChangeNumber, RecordId } from '../../storage/rows.ts'
import { requireRules } from '../context/active-generation.ts'
import { checkBoolean, describe, quoted } from '../context/check-arguments.ts'
import { checkSignal } from '../context/check-signal.ts'
import { IdSet } from '../context/id-set.ts'
import { now, type RegistryContext } from '../context/registry-context.ts'
import { retryOnConflict, runTransaction } from '../write/run-transaction.ts'
import { batchesOf, type DirtyClass, DirtyCopies, fixingRecords } from './dirty-copies.ts'
import { slices } from './generation-builder.ts'
import {
  DEFAULT_EXAMPLES,
  joinChanges,
  MAX_EXAMPLES,
  NO_CHANGES,
  type RescoreChanges,
  RescoreComparison,
} from './rescore-changes.ts'

/** Options of `regroup`. */
export interface ReclusterOptions {
  /** Reports the changes without writing them. Default: false. */
  readonly dryRun?: boolean
  /** Examples of each kind of change, 0 to 10,000. Default: 100. */
  readonly examples?: number
  /** Stops between two transactions: committed ones stay, and the next call has less to do. */
  readonly signal?: AbortSignalLike
  /** Called after each piece of work. */
  readonly onProgress?: (progress: ReclusterProgress) => void
  /**
   * Finds the records that may be stored differently from a new result, so that only these are clustered. Default: all
   * records. Surplus records cost time; missing ones are not fixed.
   */
  readonly differing?: FindDiffering
}

/** Progress of reclustering. */
export interface ReclusterProgress {
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
export interface ReclusterReport {
  /** `would_regroup`: result of a dry run. */
  readonly outcome: 'regrouped' | 'would_regroup'
  readonly scoring: ModelVersion
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
export async function reclusterRegistry(
  context: RegistryContext,
  options: ReclusterOptions = {},
): Promise<ReclusterReport> {
  const { dryRun = false, examples = DEFAULT_EXAMPLES, signal, onProgress, differing } = validated(options)
  requireRules(context)
  const { ledger, modelVersion } = context
  const records = (await ledger.counters()).get('records') ?? 0
  const found = await differing?.({
    signal,
    onCompared: (done, total) => onProgress?.({ phase: 'compare', done, total }),
  })
  // The keys of a copy decide about edges of other records, so classes are fixed before anything else is compared.
  const dirty = await dirtyClasses(context, found?.ids, {
    signal,
    onLooked: (done) => found === undefined && onProgress?.({ phase: 'compare', done, total: Math.max(done, records) }),
  })
  const run = { compared: 0, edges: 0, steps: 0, changes: NO_CHANGES, change: (await ledger.head()).change }
  const total = found?.ids.length ?? records
  const reclustered = new IdSet()
  let done = 0
  const take = (step: ReclusterResult | undefined): void => {
    if (step !== undefined) {
      run.edges += step.edges
      run.steps++
      run.changes = joinChanges(run.changes, step.changes, examples)
      run.change = step.change ?? run.change
      for (const id of step.records) reclustered.add(id)
    }
    onProgress?.({ phase: 'group', done, total: Math.max(done, total) })
  }
  for (const { records: ofClasses, steps } of batchesOf(dirty)) {
    // A dry run can compute only the first of several transactions.
    for (let step = 0; step < (dryRun ? 1 : steps); step++) {
      checkSignal(signal)
      take(await recluster(context, () => toFix(context, ofClasses), { dryRun, examples }))
      await context.yield()
    }
  }
  for await (const page of found === undefined ? allRecords(context) : slices(found.ids)) {
    checkSignal(signal)
    const left = page.filter((id) => !reclustered.has(id))
    const step =
      left.length === 0 ? undefined : await recluster(context, () => asStored(context, left), { dryRun, examples })
    done += page.length
    run.compared += page.length
    take(step)
    await context.yield()
  }
  const { compared, ...rest } = run
  return {
    outcome: dryRun ? 'would_regroup' : 'regrouped',
    scoring: modelVersion,
    records: found?.compared ?? compared,
    ...rest,
  }
}

/** Fixes of some records and their clusters. */
interface ReclusterResult {
  readonly records: readonly RecordId[]
  readonly edges: number
  readonly changes: RescoreChanges
  /** Undefined for a dry run. */
  readonly change: ChangeNumber | undefined
}

/** Records that a transaction compares or fixes. */
interface TransactionRecords {
  readonly compared: readonly PendingRecord[]
  readonly pending: ReadonlyMap<RecordId, PendingRecord>
}

/** @returns undefined if nothing has to be fixed. */
function recluster(
  context: RegistryContext,
  read: () => Promise<TransactionRecords>,
  how: { readonly dryRun: boolean; readonly examples: number },
): Promise<ReclusterResult | undefined> {
  return context.writes.runExclusive(async () => {
    requireRules(context)
    return await retryOnConflict(context, () => tryToRecluster(context, read, how))
  })
}

/**
 * Splitting a component with a mix of new and stored edges would split a product in one transaction and merge it under
 * another id in the next. So after any change, the whole cluster is compared before any of it is split.
 */
async function tryToRecluster(
  context: RegistryContext,
  read: () => Promise<TransactionRecords>,
  { dryRun, examples }: { readonly dryRun: boolean; readonly examples: number },
): Promise<ReclusterResult | undefined> {
  const base = (await context.ledger.head()).change
  const { pending, ...given } = await read()
  const compared = [...given.compared]
  if (compared.length === 0 && pending.size === 0) return undefined
  const known = new Set([...pending.keys(), ...compared.map(({ row }) => row.id)])
  for (;;) {
    const comparison = new RescoreComparison(context, examples)
    let isChange = false
    let others: RecordId[] = []
    const { commit, change, reclustered } = await runTransaction(context, {
      readVersion: base,
      at: now(context),
      pending,
      compared,
      shouldWrite: async (worked) => {
        isChange = !isUnchanged(worked.commit)
        others = isChange ? recordsOf(worked.reclustered).filter((id) => !known.has(id)) : []
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
      const records = recordsOf(reclustered).filter((id) => known.has(id))
      return { records, edges: edges.length, changes, change: dryRun ? undefined : change }
    }
    for (const id of others) known.add(id)
    compared.push(...(await storedRecords(context, others)))
  }
}

function recordsOf({ drafts }: ReclusteredComponents): RecordId[] {
  return drafts.flatMap(({ records }) => records.map(({ row }) => row.id))
}

async function asStored(context: RegistryContext, ids: readonly RecordId[]): Promise<TransactionRecords> {
  return { compared: await storedRecords(context, ids), pending: new Map() }
}

async function toFix(context: RegistryContext, ids: readonly RecordId[]): Promise<TransactionRecords> {
  return { compared: [], pending: await fixingRecords(context, ids) }
}

/** Reads active records for comparison as they are stored. */
async function storedRecords(
  { ledger, active: { rules } }: RegistryContext,
  ids: readonly RecordId[],
): Promise<PendingRecord[]> {
  const stored = await readInChunks(ids, (chunk) => ledger.getRecords(chunk))
  return stored.flatMap((before): PendingRecord[] => {
    if (before?.link === undefined) return []
    const features = rules.decode(before.row.features)
    return [{ row: before.row, features, lookup: storedLookup(before.row, features, rules.salt), before }]
  })
}

/** Finds dirty classes of copies among all records or some. */
async function dirtyClasses(
  context: RegistryContext,
  ids: Iterable<RecordId> | undefined,
  { signal, onLooked }: { readonly signal: AbortSignalLike | undefined; readonly onLooked: (done: number) => void },
): Promise<DirtyClass[]> {
  const copies = new DirtyCopies(context)
  const found: DirtyClass[] = []
  let done = 0
  for await (const page of ids === undefined ? storedPages(context) : readPages(context, ids)) {
    checkSignal(signal)
    found.push(...(await retryOnConflict(context, () => copies.find(page))))
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
    const page = await ledger.scanRecords(after, RECORDS_PER_PAGE)
    const last = page.at(-1)
    if (last === undefined) return
    yield page.filter(({ link }) => link !== undefined)
    after = last.row.id
  }
}

const RECORDS_PER_PAGE = 500

function isUnchanged({
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

function validated(options: ReclusterOptions): ReclusterOptions {
  const { dryRun, examples, differing } = options
  checkBoolean(dryRun, 'dryRun')
  if (examples !== undefined && !(Number.isSafeInteger(examples) && examples >= 0 && examples <= MAX_EXAMPLES)) {
    throw new RegistryError(
      'validation_failed',
      `examples is ${quoted(examples)}; it must be an integer of 0 to ${MAX_EXAMPLES}.`,
    )
  }
  if (differing !== undefined && typeof differing !== 'function') {
    throw new RegistryError('validation_failed', `differing must be a function; this is ${describe(differing)}.`)
  }
  return options
}
