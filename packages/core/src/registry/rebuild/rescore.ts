import { z } from 'zod'
import { canonicalJson } from '../../encoding/canonical-json.ts'
import { defined } from '../../model/defined.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { RegistryEvent } from '../../model/registry-event.ts'
import type { CountedTermFrequencies } from '../../model/term-frequency-count.ts'
import { validationError } from '../../model/validation-error.ts'
import type { AbortSignalLike } from '../../runtime/environment.ts'
import type { RegistrySchema } from '../../schema/registry-schema.ts'
import { completeModel } from '../../scoring/complete-model.ts'
import { modelHash, modelRow, modelVersionOf } from '../../scoring/model-version.ts'
import { PairScorer } from '../../scoring/score-pair.ts'
import { parseScoringModel, type ScoringModel } from '../../scoring/scoring-model.ts'
import type { TermFrequencyTable } from '../../scoring/term-frequency.ts'
import {
  countTermFrequencies,
  MIN_RECORDS,
  storedTermFrequency,
  storedTfVersions,
  termFrequencyRow,
  termFrequencyRowName,
  termFrequencyTableSchema,
} from '../../scoring/term-frequency-table.ts'
import { isSameModelVersion, type ModelVersion } from '../../storage/model-version.ts'
import type { ChangeNumber, ModelVersionRow } from '../../storage/rows.ts'
import { checkBoolean, quoted } from '../context/check-arguments.ts'
import { followTermFrequency } from '../context/follow-term-frequency.ts'
import { now, type RegistryContext } from '../context/registry-context.ts'
import { learnHabits } from '../habits/learn-habits.ts'
import { type RebuildProgress, rebuildGeneration } from './rebuild-generation.ts'
import { DEFAULT_EXAMPLES, MAX_EXAMPLES, type RescoreChanges, RescoreComparison } from './rescore-changes.ts'

/** The options of `rescore`. */
export interface RescoreOptions {
  /** The new weights and thresholds. Default: the model with which this registry was opened. */
  readonly model?: ScoringModel
  /**
   * The new term-frequency version: 0 for the shipped table, the number of an existing version, or `next`. With `next`,
   * the registry now counts a new version. The table of another registry (`Registry.termFrequencies`) brings this
   * registry to the version of the other one. The table keeps its number, or gets the next number if this registry has
   * another table under it. Default: the current version.
   */
  readonly tfVersion?: number | 'next' | CountedTermFrequencies
  /** If true, the call scores and clusters everything even if the model version does not change. Default: false. */
  readonly force?: boolean
  /** If true, the call reports the changes without writing them. Default: false. */
  readonly dryRun?: boolean
  /** If true, the call discards the result of an interrupted rescore instead of resuming it. Default: false. */
  readonly restart?: boolean
  /** The maximum number of examples of each kind of change, 0 to 10,000. Default: 100. */
  readonly examples?: number
  /** A signal that stops the rescore without changes. The next rescore resumes. The swap cannot be stopped. */
  readonly signal?: AbortSignalLike
  /** A callback with the progress, called after each slice. */
  readonly onProgress?: (progress: RescoreProgress) => void
}

/** The progress of a rescore. */
export type RescoreProgress = RebuildProgress

/** The result of a rescore, or of its dry run. */
export interface RescoreReport {
  /**
   * The outcome. `current`: the registry already had this model version, so the call did nothing. `would_rescore`: the
   * result of a dry run.
   */
  readonly outcome: 'rescored' | 'would_rescore' | 'current'
  readonly from: ModelVersion
  readonly to: ModelVersion
  /** The number of scored records. Concurrently added records may be missing. */
  readonly records: number
  /** The changes by kind, including kinds without changes. */
  readonly changes: RescoreChanges
  /** The change of the swap; the latest change if nothing was done. */
  readonly change: ChangeNumber
}

/** The model version to which a registry moves. */
interface Target {
  readonly scorer: PairScorer
  /** The rows of its model and term-frequency version that the storage lacks. */
  readonly rows: readonly ModelVersionRow[]
}

/**
 * Moves a registry to another model or term-frequency version, see {@link rebuildGeneration}. With an outdated index
 * version, the call also rebuilds keys and features.
 *
 * @throws {@link RegistryError} `validation_failed` for a wrong option or model; `not_found` for an unknown
 *   term-frequency version; errors of {@link rebuildGeneration}.
 */
export async function rescore(context: RegistryContext, options: RescoreOptions = {}): Promise<RescoreReport> {
  const {
    model,
    tfVersion,
    force = false,
    dryRun = false,
    restart = false,
    examples,
    signal,
    onProgress,
  } = validated(options, context.scorer.schema)
  await followTermFrequency(context)
  const { ledger, active } = context
  const { rules } = active
  const { change, indexVersion, modelVersion: from = active.modelVersion } = await ledger.head()
  const target = await targetOf(context, model ?? context.scorer.model, tfVersion ?? from.tfVersion, dryRun || restart)
  const to = modelVersionOf(target.scorer)
  const comparison = new RescoreComparison(context, examples)
  if (!force && isSameModelVersion(from, to) && indexVersion === rules.version) {
    // From now on, the model version of this call applies instead of the model version with which the registry was
    // opened.
    if (!dryRun)
      Object.assign(context, { scorer: target.scorer, modelVersion: to, active: { ...active, modelVersion: to } })
    return { outcome: 'current', from, to, records: 0, changes: comparison.changes(), change }
  }
  const rescored: RegistryEvent = { type: 'registry.rescored', model: to.model, tfVersion: to.tfVersion }
  const reindexed: RegistryEvent = { type: 'registry.reindexed', indexVersion: rules.version }
  const done = await rebuildGeneration(context, {
    rules,
    scorer: target.scorer,
    plan: { indexVersion: rules.version, modelVersion: to, modelVersionRows: target.rows },
    events: indexVersion === rules.version ? [rescored] : [reindexed, rescored],
    dryRun,
    restart,
    describe: (step) => comparison.compare(step, dryRun),
    ...defined({ signal, onProgress }),
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

function validated(options: RescoreOptions, schema: RegistrySchema): RescoreOptions & { readonly examples: number } {
  const { model, tfVersion, examples = DEFAULT_EXAMPLES } = options
  checkBoolean(options.force, 'always')
  checkBoolean(options.dryRun, 'dryRun')
  checkBoolean(options.restart, 'restart')
  const isNumber = Number.isSafeInteger(tfVersion) && (tfVersion as number) >= 0
  if (tfVersion !== undefined && tfVersion !== 'next' && !isNumber && !isTable(tfVersion)) {
    throw validationError(
      `tfVersion is ${quoted(tfVersion)}; give 0 for the shipped table, the number of an existing version, "next", or the table that termFrequencies() of another registry returns.`,
    )
  }
  if (!(Number.isSafeInteger(examples) && examples >= 0 && examples <= MAX_EXAMPLES)) {
    throw validationError(`examples is ${quoted(examples)}; it must be an integer of 0 to ${MAX_EXAMPLES}.`)
  }
  return {
    ...options,
    ...(model === undefined ? {} : { model: completeModel(parseScoringModel(model, schema), schema) }),
    examples,
  }
}

const handedOverSchema = termFrequencyTableSchema.extend({ tfVersion: z.int().min(1) })

function isTable(tfVersion: unknown): tfVersion is CountedTermFrequencies {
  return handedOverSchema.safeParse(tfVersion).success
}

/**
 * Returns the model version to which the registry moves.
 *
 * @param forceNew - Counts a new term-frequency version even if an interrupted rescore has already counted one.
 */
async function targetOf(
  context: RegistryContext,
  model: ScoringModel,
  tfVersion: NonNullable<RescoreOptions['tfVersion']>,
  forceNew: boolean,
): Promise<Target> {
  const { schema } = context.scorer
  const stored = await context.ledger.modelVersions()
  const existing = storedTfVersions(stored)
  const own = stored.some(({ name }) => name === modelRow(model).name) ? [] : [modelRow(model)]
  if (tfVersion === 'next') {
    const number = (existing.at(-1) ?? 0) + 1
    const row =
      (forceNew ? undefined : await suspendedTfVersion(context, model, number)) ??
      (await nextTfVersion(context, number))
    return { scorer: new PairScorer(model, storedTermFrequency(number, [row]), schema), rows: [...own, row] }
  }
  if (typeof tfVersion === 'object') {
    const { number, rows } = handedOver(tfVersion, stored)
    return { scorer: new PairScorer(model, storedTermFrequency(number, rows), schema), rows: [...own, ...rows] }
  }
  if (tfVersion > 0 && !existing.includes(tfVersion)) {
    const known = existing.length === 0 ? 'none exists yet' : `existing are ${existing.join(', ')}`
    throw new RegistryError(
      'not_found',
      `There is no term-frequency version ${tfVersion}: ${known}. Give one of these, 0 for the shipped table, or "next" for a new one.`,
    )
  }
  return { scorer: new PairScorer(model, storedTermFrequency(tfVersion, stored), schema), rows: own }
}

/** Returns the number and the row of the table of another registry. */
function handedOver(
  { tfVersion, ...table }: CountedTermFrequencies,
  stored: readonly ModelVersionRow[],
): { readonly number: number; readonly rows: readonly ModelVersionRow[] } {
  const existing = storedTfVersions(stored)
  const same = existing.find((number) => hasWords(storedTermFrequency(number, stored).table, table))
  const number = same ?? (existing.includes(tfVersion) ? (existing.at(-1) as number) + 1 : tfVersion)
  return { number, rows: [termFrequencyRow(number, table)] }
}

/** Compares two counts. Their time does not affect any score. */
function hasWords(one: TermFrequencyTable | undefined, other: TermFrequencyTable): boolean {
  const content = ({ words, suppliers = {} }: TermFrequencyTable): string => canonicalJson({ words, suppliers })
  return one?.records === other.records && content(one) === content(other)
}

/** Counts a new term-frequency version from the records of the current registry. */
async function nextTfVersion(context: RegistryContext, tfVersion: number): Promise<ModelVersionRow> {
  const { ledger } = context
  const records = (await ledger.counters()).get('records') ?? 0
  const table = countTermFrequencies(await ledger.commonWords(MIN_RECORDS), records, now(context))
  const suppliers = await learnHabits(context)
  return termFrequencyRow(tfVersion, Object.keys(suppliers).length === 0 ? table : { ...table, suppliers })
}

/**
 * Returns the term-frequency version of an interrupted rescore to the same model. The records that this rescore has
 * already scored need the same version.
 */
async function suspendedTfVersion(
  { storage }: RegistryContext,
  model: ScoringModel,
  tfVersion: number,
): Promise<ModelVersionRow | undefined> {
  const kept = await storage.resumeGeneration()
  await kept?.suspend()
  const { modelVersion, modelVersionRows = [] } = kept?.plan ?? {}
  if (modelVersion?.tfVersion !== tfVersion || modelVersion.modelHash !== modelHash(model)) return undefined
  return modelVersionRows.find(({ name }) => name === termFrequencyRowName(tfVersion))
}
