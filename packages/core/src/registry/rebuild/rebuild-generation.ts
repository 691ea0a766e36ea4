import { canonicalJson } from '../../encoding/canonical-json.ts'
import type { IndexRules } from '../../features/rules/index-rules.ts'
import { CleanProducts } from '../../golden-record/clean-products.ts'
import { LIMITS } from '../../model/limits.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { RegistryEvent } from '../../model/registry-event.ts'
import type { AbortSignalLike } from '../../runtime/environment.ts'
import { modelVersionOf } from '../../scoring/model-version.ts'
import type { PairScorer } from '../../scoring/score-pair.ts'
import { termFrequencyRowName } from '../../scoring/term-frequency-table.ts'
import type { Commit } from '../../storage/commit.ts'
import type { Generation, GenerationPlan } from '../../storage/generation.ts'
import { isSameModelVersion } from '../../storage/model-version.ts'
import type { ChangeNumber, RecordId } from '../../storage/rows.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { backOff } from '../write/run-transaction.ts'
import { GenerationBuilder, SLICE } from './generation-builder.ts'
import { GenerationClusters } from './generation-clusters.ts'
import { parseProgress, progressText, type ScanProgress } from './generation-progress.ts'
import { ReindexPace } from './reindex-pace.ts'

/** The plan of a rebuild of the index generation. */
export interface RebuildPlan {
  readonly rules: IndexRules
  readonly scorer: PairScorer
  readonly plan: GenerationPlan
  /** The events of the swap. These events follow the events of products. */
  readonly events: readonly RegistryEvent[]
  /** If true, the rebuild computes everything and discards the result. Default: false. */
  readonly dryRun?: boolean
  /** If true, the rebuild discards the result of an interrupted rebuild instead of resuming it. */
  readonly restart: boolean
  /** A callback with the transaction of the swap before it is written. After a conflict, the rebuild calls it again. */
  readonly describe?: (step: Commit) => Promise<void>
  readonly signal?: AbortSignalLike
  readonly onProgress?: (progress: RebuildProgress) => void
}

export interface RebuildProgress {
  /**
   * The phase. `records`: keys, features and edges. `groups`: clustering of products. `switch`: concurrent changes and
   * the swap.
   */
  readonly phase: 'records' | 'clusters' | 'swap'
  /** The number of records that are finished in this phase. */
  readonly done: number
  /** The total number of records known so far. Other processes may add records. */
  readonly total: number
}

export interface RebuildResult {
  /**
   * The number of processed records. This is the number of records in the scan, or the number of records at its end if
   * that number is greater.
   */
  readonly records: number
  /** The transaction that changes the former clusters to the new clusters. */
  readonly step: Commit
  /** The change of the swap. For a dry run, the latest change. */
  readonly change: ChangeNumber
}

/** The maximum number of rounds of catching up before writers must wait. */
const MAX_ROUNDS = 10
/** The maximum number of changes to apply while writers wait. */
const MAX_CHANGES_WHILE_BLOCKED = 10

/**
 * Builds a second index generation of all derived data while the active generation serves. Then clusters the records of
 * the new generation and switches to it in one step.
 *
 * The rebuild scans the records, follows the change feed and clusters the records. It clusters concurrently written
 * records again. At the end, writes of this process wait. Meanwhile, the rebuild applies the last changes, and the
 * differences from the stored clusters become one commit. The storage swaps on the precondition that no process has
 * written in between. Before the end, writers wait only if they are too fast ({@link ReindexPace}).
 *
 * After an interruption or a crash, the next rebuild with the same rules and model version resumes reading records. It
 * restarts clustering.
 *
 * @throws {@link RegistryError} `generation_open` if another rebuild is in progress; `aborted`; `changes_expired` if
 *   the change feed expired before the end; `revision_conflict` after `LIMITS.commitAttempts` conflicts with other
 *   processes. After an error, nothing has changed.
 */
export async function rebuildGeneration(context: RegistryContext, rebuild: RebuildPlan): Promise<RebuildResult> {
  const { generation, progress } = await openGeneration(context, rebuild)
  try {
    const done = await fillAndSwap(context, generation, rebuild, progress)
    if (rebuild.dryRun === true) await generation.discard()
    return done
  } catch (error) {
    // This code reports the original error. If the storage was closed meanwhile, the storage removes the generation the
    // next time it opens.
    await (canResumeAfter(error, rebuild) ? generation.suspend() : generation.discard()).catch(() => undefined)
    throw error
  }
}

/** Returns the generation that an interrupted rebuild with the same plan has left; otherwise, a new generation. */
async function openGeneration(
  { storage, ledger }: RegistryContext,
  { plan, restart, dryRun = false }: RebuildPlan,
): Promise<{ generation: Generation; progress: ScanProgress | undefined }> {
  if (!restart && !dryRun) {
    const suspended = await storage.resumeGeneration()
    const progress = suspended === undefined ? undefined : parseProgress(suspended.progress)
    if (suspended !== undefined && progress !== undefined && isSamePlan(suspended.plan, plan)) {
      // The change feed must still contain the next change to apply.
      const expired = await ledger.changes(progress.at, 1).then(
        () => undefined,
        (error: unknown) => error,
      )
      if (expired === undefined) return { generation: suspended, progress }
    }
    await suspended?.discard()
  }
  return { generation: await storage.beginGeneration(plan), progress: undefined }
}

function isSamePlan(suspended: GenerationPlan, wanted: GenerationPlan): boolean {
  return (
    suspended.indexVersion === wanted.indexVersion &&
    isSameModelVersion(suspended.modelVersion, wanted.modelVersion) &&
    tableText(suspended) === tableText(wanted)
  )
}

/** Returns the new table of words of a plan. Two tables may get the same number while none of them is stored. */
function tableText({ modelVersion, modelVersionRows = [] }: GenerationPlan): string {
  const name = termFrequencyRowName(modelVersion?.tfVersion ?? 0)
  return canonicalJson(modelVersionRows.filter((row) => row.name === name))
}

/** Reports whether a later rebuild can resume after this error. */
function canResumeAfter(error: unknown, { dryRun = false }: RebuildPlan): boolean {
  return !dryRun && error instanceof RegistryError && error.code !== 'changes_expired'
}

async function fillAndSwap(
  context: RegistryContext,
  generation: Generation,
  rebuild: RebuildPlan,
  progress: ScanProgress | undefined,
): Promise<RebuildResult> {
  const { change } = await context.ledger.head()
  const pace = new ReindexPace(context, change, rebuild.signal)
  try {
    return await fill(context, generation, rebuild, progress ?? { at: change, after: -1, records: 0 }, pace)
  } finally {
    pace.end()
  }
}

/**
 * Fills a generation.
 *
 * @param start - The progress. Its `at` was the latest change before any read.
 */
async function fill(
  context: RegistryContext,
  generation: Generation,
  rebuild: RebuildPlan,
  start: ScanProgress,
  pace: ReindexPace,
): Promise<RebuildResult> {
  const { ledger } = context
  const { rules, scorer, dryRun = false, onProgress } = rebuild
  const pause = (): Promise<void> => pace.pause()
  for (const supplier of await ledger.suppliers()) context.suppliers.set(supplier.id, supplier)
  // The new scorer computes all scores. Preconditions use the active generation.
  const rebuildContext = { ...context, scorer, modelVersion: modelVersionOf(scorer) }
  const builder = new GenerationBuilder(rebuildContext, rules, generation, start.at, pause)
  const groups = new GenerationClusters(rebuildContext, rules, generation, builder, pause)
  const counted = (await ledger.counters()).get('records') ?? 0
  let { records } = start
  const reportProgress = (phase: RebuildProgress['phase'], done: number): void =>
    onProgress?.({ phase, done, total: Math.max(counted, records, done) })
  const storedProgress = (progress: ScanProgress): string | undefined => (dryRun ? undefined : progressText(progress))

  if (start.after !== 'end') {
    for await (const { page, last } of scan(context, start.after)) {
      records += page.length
      await builder.putRecords(page, storedProgress({ at: start.at, after: last, records }))
      reportProgress('records', records)
      await pause()
    }
  } else reportProgress('records', records)
  await builder.follow()
  await builder.note(storedProgress({ at: builder.at, after: 'end', records }))
  // From now on, all records are clustered.
  builder.dirty.clear()
  let grouped = 0
  for await (const { page, after } of scan(context)) {
    await groups.putAndCluster(page, after)
    grouped += page.length
    reportProgress('clusters', grouped)
    await pause()
    await builder.follow()
  }
  reportProgress('swap', 0)
  for (
    let round = 1, followed = Number.POSITIVE_INFINITY;
    round <= MAX_ROUNDS && followed > MAX_CHANGES_WHILE_BLOCKED;
    round++
  ) {
    followed = await builder.follow()
    await groups.reclusterDirty()
    await pause()
  }
  pace.end()
  const switched = await swapGeneration(context, generation, rebuild, builder, groups)
  reportProgress('swap', records)
  // After an interruption, the change feed instead of the scan returns the records that were added.
  const held = (await ledger.counters()).get('records') ?? 0
  return { records: Math.max(records, held), ...switched }
}

/** Yields pages of one slice. Each page has its own last id and the last id of the previous page. */
async function* scan(
  { ledger }: RegistryContext,
  from: RecordId = -1,
): AsyncGenerator<{ page: Awaited<ReturnType<typeof ledger.scanRecords>>; after: RecordId; last: RecordId }> {
  for (let after = from; ; ) {
    const page = await ledger.scanRecords(after, SLICE)
    const last = page.at(-1)?.row.id
    if (last === undefined) return
    yield { page, after, last }
    after = last
  }
}

/**
 * Stops writes of this process, applies the last changes and swaps the generations. A dry run only returns the
 * transaction of the swap.
 */
function swapGeneration(
  context: RegistryContext,
  generation: Generation,
  rebuild: RebuildPlan,
  builder: GenerationBuilder,
  groups: GenerationClusters,
): Promise<Pick<RebuildResult, 'step' | 'change'>> {
  const { rules, scorer, plan, events, describe, dryRun = false } = rebuild
  return context.writes.runExclusive(async () => {
    for (let attempt = 1; ; attempt++) {
      try {
        await builder.follow()
        const found = await groups.commit()
        const step = { ...found, events: [...found.events, ...events] }
        await describe?.(step)
        if (dryRun) return { step, change: found.readVersion }
        const { change } = await swapStorage(context, () => generation.swap(step), {
          scorer,
          modelVersion: modelVersionOf(scorer),
          active: {
            rules,
            cleanProducts: new CleanProducts(),
            indexVersion: plan.indexVersion,
            modelVersion: modelVersionOf(scorer),
          },
        })
        return { step, change }
      } catch (error) {
        const repeatable = error instanceof RegistryError && error.code === 'revision_conflict'
        if (!repeatable || attempt === LIMITS.commitAttempts) throw error
        await backOff(context, attempt)
      }
    }
  })
}

/** Swaps the generation of the storage. Reads of this registry wait until the registry also uses the new generation. */
async function swapStorage<T>(
  context: RegistryContext,
  swap: () => Promise<T>,
  after: Pick<RegistryContext, 'scorer' | 'modelVersion' | 'active'>,
): Promise<T> {
  let followed = (): void => {}
  context.swapping = new Promise((resolve) => {
    followed = resolve
  })
  try {
    const result = await swap()
    Object.assign(context, after)
    return result
  } finally {
    context.swapping = undefined
    followed()
  }
}
