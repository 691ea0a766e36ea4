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

/** How a registry is grouped anew. */
export interface RegroupOptions {
  /** Works everything out, says what would change, and leaves everything as it is; false unless given. */
  readonly dryRun?: boolean
  /** Examples of each kind of change, 0 to 10,000; 100 unless given. */
  readonly examples?: number
  /** Stops it between two steps: what was taken stays, and the next one finds less to do. */
  readonly signal?: AbortSignalLike
  /** Called after each piece of work. */
  readonly onProgress?: (progress: RegroupProgress) => void
  /**
   * Finds the records of which something may be stored otherwise than it comes out, so that only these are grouped. All
   * records are unless given. A record too many costs time; one too few is not put right.
   */
  readonly differing?: FindDiffering
}

/** How far grouping anew is. */
export interface RegroupProgress {
  /** `compare`: it is found out which records differ; `group`: these are grouped. */
  readonly phase: 'compare' | 'group'
  /** Records done in this phase. */
  readonly done: number
  /** Of so many, as far as is known. */
  readonly total: number
}

/** Finds records that may have to be grouped anew, in any order; each once. */
export type FindDiffering = (options: {
  readonly signal?: AbortSignalLike | undefined
  readonly onCompared: (done: number, total: number) => void
}) => Promise<DifferingRecords>

/** The records that have to be grouped anew. */
export interface DifferingRecords {
  /** How many were compared. */
  readonly compared: number
  /**
   * Those of one group should stand together: they are grouped in one step then. One record of each class of copies that is not
   * settled has to be among them.
   */
  readonly ids: ArrayLike<RecordId> & Iterable<RecordId>
}

/** What grouping anew did, or would do. */
export interface RegroupReport {
  /** `would_regroup`: of a dry run. */
  readonly outcome: 'regrouped' | 'would_regroup'
  readonly scoring: ScoringName
  /** Records that were compared with all that they could be. */
  readonly records: number
  /** Edges that were missing, too many, or of another weight: what groups rest on. */
  readonly edges: number
  /** Steps that put something right. */
  readonly steps: number
  /** What changes, by kind; kinds that nothing is of are there too. */
  readonly changes: RescoreChanges
  /** The last step that was taken; the last change there was before when none had to be. */
  readonly change: ChangeNumber
}

/**
 * Compares records anew and groups them, by the model and epoch that the registry has: step after step, as writing
 * them would, while everything goes on. Groups follow every import by themselves, so in a registry that is whole there is
 * nothing to change; one that was restored with groups of another origin gets those of the model.
 *
 * Where records of one supplier say the same, it is settled first which of them stands for the others. All other keys, features
 * and search terms stay: `reindex` makes these anew. It is no single step: stopped in between, what was
 * grouped together so far is as it has to be. Records that are grouped together go through one step, up to
 * `LIMITS.recordsPerCommit` of them, so that a product keeps its UTPID.
 *
 * @throws {@link RegistryError} `validation_failed` for a wrong option; `index_outdated`, `scoring_outdated` where these
 *   come first; `aborted`; `revision_conflict` when others were first `LIMITS.commitAttempts` times.
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
  // What a copy is found by decides about the edges of others: so classes are settled before anything else is compared.
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
    // A dry run can work out only the first step of several.
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

/** What is put right of some records and all that they are grouped with. */
interface GroupedAnew {
  readonly records: readonly RecordId[]
  readonly edges: number
  readonly changes: RescoreChanges
  /** Undefined of a dry run. */
  readonly change: ChangeNumber | undefined
}

/** What a step compares or settles. */
interface Given {
  readonly compared: readonly PendingRecord[]
  readonly pending: ReadonlyMap<RecordId, PendingRecord>
}

/** @returns undefined when nothing has to be put right. */
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
 * Divided by edges of which some are found anew and others are as they were stored, a product would come apart in one step
 * and be put together under another id in the next. So where anything changes, all that is grouped together is compared
 * before any of it is divided.
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
      // What was more than one step compares is compared with its own page.
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

/** Records that have not ended, to be compared as they are stored. */
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

/** Classes of copies that are not settled, among all records or some. */
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

/** Ids of all records that have not ended, by the slice. */
async function* allRecords(context: RegistryContext): AsyncGenerator<RecordId[]> {
  for await (const page of storedPages(context)) yield* slices(page.map(({ row }) => row.id))
}

/** All records that have not ended. */
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
