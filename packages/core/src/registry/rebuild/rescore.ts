import { RegistryError } from '../../model/registry-error.ts'
import type { RegistryEvent } from '../../model/registry-event.ts'
import type { AbortSignalLike } from '../../runtime/environment.ts'
import {
  epochRow,
  epochRowName,
  LEAST_RECORDS,
  takeEpoch,
  takenEpochs,
  termFrequencyOf,
} from '../../scoring/epoch-table.ts'
import { modelHash, modelRow, nameOfScorer } from '../../scoring/name-scoring.ts'
import { PairScorer } from '../../scoring/score-pair.ts'
import { parseScoringModel, type ScoringModel } from '../../scoring/scoring-model.ts'
import type { ChangeNumber, ScoringRow } from '../../storage/rows.ts'
import { isSameScoring, type ScoringName } from '../../storage/scoring-name.ts'
import { checkBoolean, quoted } from '../context/check-arguments.ts'
import { now, type RegistryContext } from '../context/registry-context.ts'
import { type RenewalProgress, renewGeneration } from './renew-generation.ts'
import { EXAMPLES, EXAMPLES_MOST, type RescoreChanges, RescoreComparison } from './rescore-changes.ts'

/** How a registry is scored anew. */
export interface RescoreOptions {
  /** Weights and thresholds to move to; those that this registry was opened with unless given. */
  readonly model?: ScoringModel
  /**
   * The epoch to move to: 0, the shipped table of words; the number of one that was taken; or `next`, which is taken
   * now of the registry's own counts. The present one unless given.
   */
  readonly epoch?: number | 'next'
  /** Scores and groups everything anew also when it is scored so already; false unless given. */
  readonly always?: boolean
  /** Works everything out, says what would change, and leaves everything as it is; false unless given. */
  readonly dryRun?: boolean
  /** Throws away what an interrupted one has done, instead of going on with it; false unless given. */
  readonly restart?: boolean
  /** Examples of each kind of change, 0 to 10,000; 100 unless given. */
  readonly examples?: number
  /** Stops it; nothing has changed then, and the next one goes on where it was. Once it switches, it is not stopped any more. */
  readonly signal?: AbortSignalLike
  /** Called after each slice. */
  readonly onProgress?: (progress: RescoreProgress) => void
}

/** How far scoring anew is. */
export type RescoreProgress = RenewalProgress

/** What scoring anew did, or would do. */
export interface RescoreReport {
  /** `current`: the registry is scored so already, and nothing was done; `would_rescore`: of a dry run. */
  readonly outcome: 'rescored' | 'would_rescore' | 'current'
  readonly from: ScoringName
  readonly to: ScoringName
  /** Records that were scored; those that came meanwhile may not be among them. */
  readonly records: number
  /** What changes, by kind; kinds that nothing is of are there too. */
  readonly changes: RescoreChanges
  /** The step that switched; the last one there was when nothing was done. */
  readonly change: ChangeNumber
}

/** What a registry moves to. */
interface Target {
  readonly scorer: PairScorer
  /** Its model and epoch, as far as the storage does not hold them. */
  readonly rows: readonly ScoringRow[]
}

/**
 * Moves a registry to another model or epoch, as {@link renewGeneration} does; of an outdated index version it makes
 * keys and features anew with it.
 *
 * @throws {@link RegistryError} `validation_failed` for a wrong option or model; `not_found` for an epoch that was never
 *   taken; what {@link renewGeneration} throws.
 */
export async function rescore(context: RegistryContext, options: RescoreOptions = {}): Promise<RescoreReport> {
  const {
    model,
    epoch,
    always = false,
    dryRun = false,
    restart = false,
    examples,
    signal,
    onProgress,
  } = checked(options)
  const { ledger, served } = context
  const { rules } = served
  const { change, indexVersion, scoring: from = served.scoring } = await ledger.head()
  const target = await targetOf(context, model ?? context.scorer.model, epoch ?? from.epoch, dryRun || restart)
  const to = nameOfScorer(target.scorer)
  const comparison = new RescoreComparison(context, examples)
  if (!always && isSameScoring(from, to) && indexVersion === rules.version) {
    // What this registry was opened with does not count any more.
    if (!dryRun) Object.assign(context, { scorer: target.scorer, scoring: to, served: { ...served, scoring: to } })
    return { outcome: 'current', from, to, records: 0, changes: comparison.changes(), change }
  }
  const rescored: RegistryEvent = { type: 'registry.rescored', model: to.model, epoch: to.epoch }
  const reindexed: RegistryEvent = { type: 'registry.reindexed', indexVersion: rules.version }
  const done = await renewGeneration(context, {
    rules,
    scorer: target.scorer,
    plan: { indexVersion: rules.version, scoring: to, scoringRows: target.rows },
    events: indexVersion === rules.version ? [rescored] : [reindexed, rescored],
    dryRun,
    restart,
    describe: (step) => comparison.compare(step, dryRun),
    ...(signal === undefined ? {} : { signal }),
    ...(onProgress === undefined ? {} : { onProgress }),
  })
  return {
    outcome: dryRun ? 'would_rescore' : 'rescored',
    from,
    to,
    records: done.records,
    changes: comparison.changes(),
    change: done.change,
  }
}

function checked(options: RescoreOptions): RescoreOptions & { readonly examples: number } {
  const { model, epoch, examples = EXAMPLES } = options
  checkBoolean(options.always, 'always')
  checkBoolean(options.dryRun, 'dryRun')
  checkBoolean(options.restart, 'restart')
  if (epoch !== undefined && epoch !== 'next' && !(Number.isSafeInteger(epoch) && epoch >= 0)) {
    throw new RegistryError(
      'validation_failed',
      `epoch is ${quoted(epoch)}; give 0 for the shipped table, the number of an epoch that was taken, or "next".`,
    )
  }
  if (!(Number.isSafeInteger(examples) && examples >= 0 && examples <= EXAMPLES_MOST)) {
    throw new RegistryError(
      'validation_failed',
      `examples is ${quoted(examples)}; it must be an integer of 0 to ${EXAMPLES_MOST}.`,
    )
  }
  return { ...options, ...(model === undefined ? {} : { model: parseScoringModel(model) }), examples }
}

/** @param anew - Takes a new epoch even if an interrupted rescore has taken it. */
async function targetOf(
  context: RegistryContext,
  model: ScoringModel,
  epoch: number | 'next',
  anew: boolean,
): Promise<Target> {
  const stored = await context.ledger.scorings()
  const taken = takenEpochs(stored)
  const own = stored.some(({ name }) => name === modelRow(model).name) ? [] : [modelRow(model)]
  if (epoch === 'next') {
    const number = (taken.at(-1) ?? 0) + 1
    const row = (anew ? undefined : await keptEpoch(context, model, number)) ?? (await nextEpoch(context, number))
    return { scorer: new PairScorer(model, termFrequencyOf(number, [row])), rows: [...own, row] }
  }
  if (epoch > 0 && !taken.includes(epoch)) {
    const known = taken.length === 0 ? 'none was taken yet' : `taken were ${taken.join(', ')}`
    throw new RegistryError(
      'not_found',
      `There is no epoch ${epoch}: ${known}. Give one of these, 0 for the shipped table, or "next" to take one.`,
    )
  }
  return { scorer: new PairScorer(model, termFrequencyOf(epoch, stored)), rows: own }
}

/** A snapshot of the registry's own counts. */
async function nextEpoch(context: RegistryContext, epoch: number): Promise<ScoringRow> {
  const { ledger } = context
  const records = (await ledger.counters()).get('records') ?? 0
  return epochRow(epoch, takeEpoch(await ledger.commonWords(LEAST_RECORDS), records, now(context)))
}

/** The epoch that an interrupted rescore to the same model took: what it scored must go on by that. */
async function keptEpoch(
  { storage }: RegistryContext,
  model: ScoringModel,
  epoch: number,
): Promise<ScoringRow | undefined> {
  const kept = await storage.resumeGeneration()
  await kept?.keep()
  const { scoring, scoringRows = [] } = kept?.plan ?? {}
  if (scoring?.epoch !== epoch || scoring.modelHash !== modelHash(model)) return undefined
  return scoringRows.find(({ name }) => name === epochRowName(epoch))
}
