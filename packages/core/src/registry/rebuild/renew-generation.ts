import type { IndexRules } from '../../features/rules/index-rules.ts'
import { SettledProducts } from '../../golden-record/settled-products.ts'
import { LIMITS } from '../../model/limits.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { RegistryEvent } from '../../model/registry-event.ts'
import type { AbortSignalLike } from '../../runtime/environment.ts'
import { nameOfScorer } from '../../scoring/name-scoring.ts'
import type { PairScorer } from '../../scoring/score-pair.ts'
import type { Commit } from '../../storage/commit.ts'
import type { Generation, GenerationPlan } from '../../storage/generation.ts'
import type { ChangeNumber, RecordId } from '../../storage/rows.ts'
import { isSameScoring } from '../../storage/scoring-name.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { giveWay } from '../write/take-step.ts'
import { GenerationBuilder, SLICE } from './generation-builder.ts'
import { GenerationGroups } from './generation-groups.ts'
import { parseProgress, progressText, type ScanProgress } from './generation-progress.ts'
import { ReindexPace } from './reindex-pace.ts'

/** Plan of a rebuild of the index generation. */
export interface Renewal {
  readonly rules: IndexRules
  readonly scorer: PairScorer
  readonly plan: GenerationPlan
  /** Events of the swap, after the events of products. */
  readonly events: readonly RegistryEvent[]
  /** Computes everything and discards it. Default: false. */
  readonly dryRun?: boolean
  /** Discards the work of an interrupted rebuild instead of resuming it. */
  readonly restart: boolean
  /** Receives the transaction of the swap before it is written; again after a conflict. */
  readonly describe?: (step: Commit) => Promise<void>
  readonly signal?: AbortSignalLike
  readonly onProgress?: (progress: RenewalProgress) => void
}

export interface RenewalProgress {
  /**
   * `records`: keys, features and edges; `groups`: products, clustered again; `switch`: concurrent changes and the
   * swap.
   */
  readonly phase: 'records' | 'groups' | 'switch'
  /** Records done in this phase. */
  readonly done: number
  /** Total number of records, as far as known: others may be added. */
  readonly total: number
}

export interface Renewed {
  /** Processed records: those of the scan, or the number at its end if that is greater. */
  readonly records: number
  /** The transaction from the former clusters to the new ones. */
  readonly step: Commit
  /** Change of the swap; for a dry run the latest change. */
  readonly change: ChangeNumber
}

/** Maximum rounds of catching up before writers are blocked. */
const ROUNDS = 10
/** Maximum number of changes to apply while writers are blocked. */
const FEW_CHANGES = 10

/**
 * Builds a second index generation of all derived data while the active one serves, clusters it, and swaps it in at
 * once.
 *
 * First a scan reads the records, then it follows the change feed and clusters the records. Concurrently written
 * records are clustered again. For the end, writes of this process are blocked: the last changes are applied, the
 * differences to the stored clusters become one commit, and the storage swaps on the precondition that nothing was
 * written in between. Before that, writers are blocked only if they are too fast ({@link ReindexPace}).
 *
 * After an interruption or a crash, the next rebuild with the same rules and model version resumes reading records, and
 * starts clustering again.
 *
 * @throws {@link RegistryError} `generation_open` if another rebuild is in progress; `aborted`; `changes_expired` if
 *   the change feed expired before the end; `revision_conflict` after `LIMITS.commitAttempts` conflicts with other
 *   processes. Nothing has changed then.
 */
export async function renewGeneration(context: RegistryContext, renewal: Renewal): Promise<Renewed> {
  const { generation, progress } = await openGeneration(context, renewal)
  try {
    const done = await fillAndSwitch(context, generation, renewal, progress)
    if (renewal.dryRun === true) await generation.discard()
    return done
  } catch (error) {
    // The original error matters; a storage that was closed meanwhile cleans up when it is opened.
    await (canGoOnAfter(error, renewal) ? generation.keep() : generation.discard()).catch(() => undefined)
    throw error
  }
}

/** Returns what an interrupted rebuild with the same plan has left, or a new generation. */
async function openGeneration(
  { storage, ledger }: RegistryContext,
  { plan, restart, dryRun = false }: Renewal,
): Promise<{ generation: Generation; progress: ScanProgress | undefined }> {
  if (!restart && !dryRun) {
    const kept = await storage.resumeGeneration()
    const progress = kept === undefined ? undefined : parseProgress(kept.progress)
    if (kept !== undefined && progress !== undefined && isSamePlan(kept.plan, plan)) {
      // The change feed must still contain the next change to apply.
      const expired = await ledger.changes(progress.at, 1).then(
        () => undefined,
        (error: unknown) => error,
      )
      if (expired === undefined) return { generation: kept, progress }
    }
    await kept?.discard()
  }
  return { generation: await storage.beginGeneration(plan), progress: undefined }
}

function isSamePlan(kept: GenerationPlan, wanted: GenerationPlan): boolean {
  return kept.indexVersion === wanted.indexVersion && isSameScoring(kept.scoring, wanted.scoring)
}

/** Whether a later rebuild can resume after this error. */
function canGoOnAfter(error: unknown, { dryRun = false }: Renewal): boolean {
  return !dryRun && error instanceof RegistryError && error.code !== 'changes_expired'
}

async function fillAndSwitch(
  context: RegistryContext,
  generation: Generation,
  renewal: Renewal,
  progress: ScanProgress | undefined,
): Promise<Renewed> {
  const { change } = await context.ledger.head()
  const pace = new ReindexPace(context, change, renewal.signal)
  try {
    return await fill(context, generation, renewal, progress ?? { at: change, after: -1, records: 0 }, pace)
  } finally {
    pace.end()
  }
}

/** @param begun - `at` was the head before any read. */
async function fill(
  context: RegistryContext,
  generation: Generation,
  renewal: Renewal,
  begun: ScanProgress,
  pace: ReindexPace,
): Promise<Renewed> {
  const { ledger } = context
  const { rules, scorer, dryRun = false, onProgress } = renewal
  const pause = (): Promise<void> => pace.pause()
  for (const supplier of await ledger.suppliers()) context.suppliers.set(supplier.id, supplier)
  // Everything is scored by the new scorer; preconditions use the active generation.
  const renewing = { ...context, scorer, scoring: nameOfScorer(scorer) }
  const builder = new GenerationBuilder(renewing, rules, generation, begun.at, pause)
  const groups = new GenerationGroups(renewing, rules, generation, builder, pause)
  const counted = (await ledger.counters()).get('records') ?? 0
  let { records } = begun
  const tell = (phase: RenewalProgress['phase'], done: number): void =>
    onProgress?.({ phase, done, total: Math.max(counted, records, done) })
  const said = (progress: ScanProgress): string | undefined => (dryRun ? undefined : progressText(progress))

  if (begun.after !== 'end') {
    for await (const { page, last } of scan(context, begun.after)) {
      records += page.length
      await builder.putRecords(page, said({ at: begun.at, after: last, records }))
      tell('records', records)
      await pause()
    }
  } else tell('records', records)
  await builder.follow()
  await builder.note(said({ at: builder.at, after: 'end', records }))
  // All records are clustered from here on.
  builder.unsettled.clear()
  let grouped = 0
  for await (const { page, after } of scan(context)) {
    await groups.putAndSettle(page, after)
    grouped += page.length
    tell('groups', grouped)
    await pause()
    await builder.follow()
  }
  tell('switch', 0)
  for (let round = 1, followed = Number.POSITIVE_INFINITY; round <= ROUNDS && followed > FEW_CHANGES; round++) {
    followed = await builder.follow()
    await groups.settleAgain()
    await pause()
  }
  pace.end()
  const switched = await switchOver(context, generation, renewal, builder, groups)
  tell('switch', records)
  // Records added after an interruption come from the change feed, not from the scan.
  const held = (await ledger.counters()).get('records') ?? 0
  return { records: Math.max(records, held), ...switched }
}

/** Yields pages of a slice, each with the last id before it and its own last id. */
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
 * Blocks writes of this process, applies the last changes and swaps; a dry run only returns the transaction of the
 * swap.
 */
function switchOver(
  context: RegistryContext,
  generation: Generation,
  renewal: Renewal,
  builder: GenerationBuilder,
  groups: GenerationGroups,
): Promise<Pick<Renewed, 'step' | 'change'>> {
  const { rules, scorer, plan, events, describe, dryRun = false } = renewal
  return context.writes.run(async () => {
    for (let attempt = 1; ; attempt++) {
      try {
        await builder.follow()
        const found = await groups.commit()
        const step = { ...found, events: [...found.events, ...events] }
        await describe?.(step)
        if (dryRun) return { step, change: found.base }
        const { change } = await switchTo(context, () => generation.switchTo(step), {
          scorer,
          scoring: nameOfScorer(scorer),
          served: {
            rules,
            settled: new SettledProducts(),
            indexVersion: plan.indexVersion,
            scoring: nameOfScorer(scorer),
          },
        })
        return { step, change }
      } catch (error) {
        const repeatable = error instanceof RegistryError && error.code === 'revision_conflict'
        if (!repeatable || attempt === LIMITS.commitAttempts) throw error
        await giveWay(context, attempt)
      }
    }
  })
}

/** Makes reading calls wait until the registry has followed the swap of the storage. */
async function switchTo<T>(
  context: RegistryContext,
  switchStorage: () => Promise<T>,
  after: Pick<RegistryContext, 'scorer' | 'scoring' | 'served'>,
): Promise<T> {
  let followed = (): void => {}
  context.switching = new Promise((resolve) => {
    followed = resolve
  })
  try {
    const result = await switchStorage()
    Object.assign(context, after)
    return result
  } finally {
    context.switching = undefined
    followed()
  }
}
