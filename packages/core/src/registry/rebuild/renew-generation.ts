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

/** A generation to be made, and what becomes of it. */
export interface Renewal {
  readonly rules: IndexRules
  readonly scorer: PairScorer
  readonly plan: GenerationPlan
  /** Told to followers with the switch, after what happened to products. */
  readonly events: readonly RegistryEvent[]
  /** Works everything out and lets go of it again; false unless given. */
  readonly dryRun?: boolean
  /** Throws away what an interrupted one has done, instead of going on with it. */
  readonly restart: boolean
  /** Is shown the step that switches, before it is taken; again when others were first. */
  readonly describe?: (step: Commit) => Promise<void>
  readonly signal?: AbortSignalLike
  readonly onProgress?: (progress: RenewalProgress) => void
}

export interface RenewalProgress {
  /** `records`: keys, features and edges; `groups`: products, grouped anew; `switch`: what came meanwhile, and the switch. */
  readonly phase: 'records' | 'groups' | 'switch'
  /** Records done in this phase. */
  readonly done: number
  /** Records there are, as far as is known: others may come. */
  readonly total: number
}

export interface Renewed {
  /** Records that were done: those that the scan met, or as many as there are at its end if these are more. */
  readonly records: number
  /** The step from the groups before to those after. */
  readonly step: Commit
  /** The step that switched; of a dry run the last one there was. */
  readonly change: ChangeNumber
}

/** Rounds of catching up before writes are held, at most. */
const ROUNDS = 10
/** Changes that are quick enough to take in while writes are held. */
const FEW_CHANGES = 10

/**
 * Makes a second generation of everything derived from the records while the present one serves,
 * groups it, and switches to it at once.
 *
 * Records are read by a scan, then the feed is followed, and records are grouped; whatever was
 * written meanwhile is grouped again. Writes of this process are held for the last of it: the last
 * changes are taken in, what differs from the stored groups becomes one commit, and the storage
 * switches under the condition that nothing came in between. Before that they are held for some
 * slices now and then, if more is written than can be followed ({@link ReindexPace}).
 *
 * When it is stopped, or the process ends, the next one for the same rules and scoring goes on with the records where
 * this one was, and groups from the beginning.
 *
 * @throws {@link RegistryError} `generation_open` when another one is under way; `aborted`;
 *   `changes_expired` when it took longer than the feed is kept; `revision_conflict` when other
 *   processes were first `LIMITS.commitAttempts` times. Nothing has changed then.
 */
export async function renewGeneration(context: RegistryContext, renewal: Renewal): Promise<Renewed> {
  const { generation, progress } = await openGeneration(context, renewal)
  try {
    const done = await fillAndSwitch(context, generation, renewal, progress)
    if (renewal.dryRun === true) await generation.discard()
    return done
  } catch (error) {
    // Why it failed is what counts; a storage that was closed meanwhile clears up when it is opened.
    await (canGoOnAfter(error, renewal) ? generation.keep() : generation.discard()).catch(() => undefined)
    throw error
  }
}

/** What an interrupted renewal with the same plan has left, or a new generation. */
async function openGeneration(
  { storage, ledger }: RegistryContext,
  { plan, restart, dryRun = false }: Renewal,
): Promise<{ generation: Generation; progress: ScanProgress | undefined }> {
  if (!restart && !dryRun) {
    const kept = await storage.resumeGeneration()
    const progress = kept === undefined ? undefined : parseProgress(kept.progress)
    if (kept !== undefined && progress !== undefined && isSamePlan(kept.plan, plan)) {
      // The first change that it has to take in must still be told of.
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

/** Whether another one, at another time, may get further with what was put. */
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

/** @param begun - `at` was the head before anything was read. */
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
  // Everything is scored by the new scorer, and expected to be as the present generation has it.
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
  // All of them are grouped now.
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
  // Those that came after an interruption were met by the feed and not by the scan.
  const held = (await ledger.counters()).get('records') ?? 0
  return { records: Math.max(records, held), ...switched }
}

/** Pages of a slice, each with the last id before it and its own last one. */
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

/** Holds writes of this process, takes in the last changes, and switches; a dry run only says with which step it would. */
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

/** Lets calls that read while the storage switches wait until the registry has followed. */
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
