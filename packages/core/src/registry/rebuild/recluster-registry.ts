import { storedLookup } from '../../clustering/fix-copies.ts'
import type { PendingRecord } from '../../clustering/pending-record.ts'
import type { ReclusteredComponents } from '../../clustering/recluster-components.ts'
import { LIMITS } from '../../model/limits.ts'
import { validationError } from '../../model/validation-error.ts'
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

/** The options of `recluster`. */
export interface ReclusterOptions {
  /** If true, the call reports the changes without writing them. Default: false. */
  readonly dryRun?: boolean
  /** The maximum number of examples for each kind of change, 0 to 10,000. Default: 100. */
  readonly examples?: number
  /**
   * A signal that stops the call between two transactions. Committed transactions stay, so the next call has less to
   * do.
   */
  readonly signal?: AbortSignalLike
  /** A callback with the progress, called after each transaction or page. */
  readonly onProgress?: (progress: ReclusterProgress) => void
  /**
   * A function that finds the records whose stored clusters may differ from the new result. Only these records are
   * clustered. If the function returns too many records, the call takes longer. If it misses some records, their
   * clusters stay unchanged. Default: all records.
   */
  readonly differing?: FindDiffering
}

/** The progress of reclustering. */
export interface ReclusterProgress {
  /** The phase. `compare` finds the differing records; `group` clusters them. */
  readonly phase: 'compare' | 'cluster'
  /** The number of records that are finished in this phase. */
  readonly done: number
  /** The total number of records, as far as known. */
  readonly total: number
}

/**
 * Finds the records that may need clustering again. The function may return the records in any order, but each record
 * only once.
 */
export type FindDiffering = (options: {
  readonly signal?: AbortSignalLike | undefined
  readonly onCompared: (done: number, total: number) => void
}) => Promise<DifferingRecords>

/** The records to cluster again. */
export interface DifferingRecords {
  /** The number of records that were compared. */
  readonly compared: number
  /**
   * The ids of the records. Put records of one cluster next to each other, so that one transaction clusters them.
   * Include one record of each dirty class of copies.
   */
  readonly ids: ArrayLike<RecordId> & Iterable<RecordId>
}

/** The result of `recluster`, or of its dry run. */
export interface ReclusterReport {
  /** `would_recluster`: the result of a dry run. */
  readonly outcome: 'reclustered' | 'would_recluster'
  readonly modelVersion: ModelVersion
  /** The number of records that were compared with all their candidates. */
  readonly records: number
  /** The number of edges that were missing, surplus or had another weight. Clusters depend on edges. */
  readonly edges: number
  /** The number of transactions that fixed at least one record. */
  readonly steps: number
  /** The changes by kind, including kinds without changes. */
  readonly changes: RescoreChanges
  /** The last change of this call; the latest change if nothing was written. */
  readonly change: ChangeNumber
}

/**
 * Compares and clusters all records with the current model and term-frequency version. The call needs no downtime,
 * because it uses several transactions, like writes. Imports keep clusters current, so a correct registry does not
 * change. A registry restored with clusters of another origin gets the clusters of the model.
 *
 * First, the call corrects which record represents which copies. All other keys, features and search terms stay
 * unchanged; `reindex` rebuilds them. After an interruption, the committed clusters are correct. One transaction
 * clusters the records of one cluster, up to `LIMITS.recordsPerCommit` records, so that a product keeps its UTPID.
 *
 * @throws {@link RegistryError} `validation_failed` for a wrong option; `index_outdated`, `model_outdated` if a
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
  // The keys of a copy affect the edges of other records, so the code fixes classes before any comparison.
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
    onProgress?.({ phase: 'cluster', done, total: Math.max(done, total) })
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
    outcome: dryRun ? 'would_recluster' : 'reclustered',
    modelVersion,
    records: found?.compared ?? compared,
    ...rest,
  }
}

/** Changes to some records and their clusters. */
interface ReclusterResult {
  readonly records: readonly RecordId[]
  readonly edges: number
  readonly changes: RescoreChanges
  /** The change of the transaction; undefined for a dry run. */
  readonly change: ChangeNumber | undefined
}

/** Records that a transaction compares or fixes. */
interface TransactionRecords {
  readonly compared: readonly PendingRecord[]
  readonly pending: ReadonlyMap<RecordId, PendingRecord>
}

/**
 * Clusters some records again.
 *
 * @returns undefined if there is nothing to fix.
 */
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
 * Compares and clusters some records in one transaction. If an edge changes, the function compares the whole cluster
 * before a split. Otherwise, a cluster with some new and some stored edges could split now, and the next transaction
 * would merge its parts under another id.
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
      // Records that do not fit into this transaction are compared with their own page.
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

/** Reads active records in the form that comparison needs. */
async function storedRecords(
  { ledger, active: { rules } }: RegistryContext,
  ids: readonly RecordId[],
): Promise<PendingRecord[]> {
  const stored = await readInChunks(ids, (chunk) => ledger.getRecords(chunk))
  return stored.flatMap((before): PendingRecord[] => {
    if (before?.link === undefined) return []
    const features = rules.decode(before.row.features)
    return [{ row: before.row, features, lookup: storedLookup(before.row, features, rules), before }]
  })
}

/** Finds dirty classes of copies, among all records or among the given records. */
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
  removedProducts,
  alerts,
  lineage,
  verifications,
}: Commit): boolean {
  return [records, edges, links, products, removedProducts, alerts, lineage, verifications].every(
    ({ length }) => length === 0,
  )
}

function validated(options: ReclusterOptions): ReclusterOptions {
  const { dryRun, examples, differing } = options
  checkBoolean(dryRun, 'dryRun')
  if (examples !== undefined && !(Number.isSafeInteger(examples) && examples >= 0 && examples <= MAX_EXAMPLES)) {
    throw validationError(`examples is ${quoted(examples)}; it must be an integer of 0 to ${MAX_EXAMPLES}.`)
  }
  if (differing !== undefined && typeof differing !== 'function') {
    throw validationError(`differing must be a function; this is ${describe(differing)}.`)
  }
  return options
}
