import { defined } from '../../model/defined.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type {
  CountedTermFrequencies,
  TermFrequencyCount,
  TermFrequencyProgress,
  TermFrequencyState,
} from '../../model/term-frequency-count.ts'
import { validationError } from '../../model/validation-error.ts'
import type { AbortSignalLike } from '../../runtime/environment.ts'
import { storedTermFrequency, storedTfVersions } from '../../scoring/term-frequency-table.ts'
import { requireRules } from '../context/active-generation.ts'
import { checkBoolean, quoted } from '../context/check-arguments.ts'
import { followTermFrequency } from '../context/follow-term-frequency.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { termFrequencyState } from '../context/term-frequency-state.ts'
import { rescore } from '../rebuild/rescore.ts'

/** The options of `countTermFrequencies`. */
export interface CountTermFrequenciesOptions {
  /** If true, the call counts even if no new version is due. Default: false. */
  readonly force?: boolean
  /** A signal that stops the count without changes. The next count resumes. */
  readonly signal?: AbortSignalLike
  /** A callback with the progress, called after each slice. */
  readonly onProgress?: (progress: TermFrequencyProgress) => void
}

/** Errors after which the registry is unchanged, and a later call counts. */
const POSTPONING: ReadonlySet<string> = new Set([
  'aborted',
  'generation_open',
  'revision_conflict',
  'read_version_too_old',
  'changes_expired',
  'model_outdated',
  'index_outdated',
])

/**
 * Counts a new term-frequency version and moves the registry to it, if one is due. Reads and writes continue, as in a
 * {@link rescore}. After an interruption or a crash, the next call resumes.
 *
 * Only one process counts: while another one rebuilds the registry, the count is postponed. It is also postponed while
 * an interrupted rebuild to another model or index version waits, since a count would discard its result.
 *
 * @throws {@link RegistryError} `validation_failed` for a wrong option; `index_outdated`, `model_outdated` if a
 *   reindex or rescore is due; errors of the storage.
 */
export async function countTermFrequencies(
  context: RegistryContext,
  options: CountTermFrequenciesOptions = {},
): Promise<TermFrequencyCount> {
  const { force = false, signal, onProgress } = options
  checkBoolean(options.force, 'force')
  await followTermFrequency(context)
  requireRules(context)
  const { due } = await readTermFrequencyState(context)
  if (due === null && !force) return { outcome: 'not_due' }
  try {
    await requireNoOtherRebuild(context)
    const { from, to, records, changes, change } = await rescore(context, {
      tfVersion: 'next',
      examples: 0,
      ...defined({ signal, onProgress }),
    })
    const counts = Object.entries(changes).map(([kind, { count }]) => [kind, count] as const)
    return {
      outcome: 'counted',
      due,
      from: from.tfVersion,
      tfVersion: to.tfVersion,
      records,
      changes: Object.fromEntries(counts.filter(([, count]) => count > 0)),
      change,
    }
  } catch (error) {
    if (due === null || !(error instanceof RegistryError) || !POSTPONING.has(error.code)) throw error
    return { outcome: 'postponed', due, code: error.code, message: error.message }
  }
}

/** Returns the state of the term-frequency version in use. */
export async function readTermFrequencyState(context: RegistryContext): Promise<TermFrequencyState> {
  const { ledger, scorer, minCountedRecords } = context
  const records = (await ledger.counters()).get('records') ?? 0
  return await termFrequencyState(ledger, scorer.terms.table, records, minCountedRecords)
}

/**
 * Returns the words of a term-frequency version, to bring another registry to the same version with `rescore`.
 *
 * @param given - The number of the version. Default: the version in use.
 * @returns undefined for version 0, whose table every registry has.
 * @throws {@link RegistryError} `validation_failed`, `not_found`
 */
export async function readTermFrequencies(
  { ledger, active }: RegistryContext,
  given?: number,
): Promise<CountedTermFrequencies | undefined> {
  if (given !== undefined && !(Number.isSafeInteger(given) && given >= 0)) {
    throw validationError(`tfVersion is ${quoted(given)}; give 0 or the number of an existing version.`)
  }
  const tfVersion = given ?? (await ledger.head()).modelVersion?.tfVersion ?? active.modelVersion.tfVersion
  const rows = await ledger.modelVersions()
  if (given !== undefined && given > 0 && !storedTfVersions(rows).includes(given)) {
    throw new RegistryError('not_found', `There is no term-frequency version ${given}.`)
  }
  const { table } = storedTermFrequency(tfVersion, rows)
  return table === undefined ? undefined : { tfVersion, ...table }
}

/** @throws {@link RegistryError} `generation_open` if an interrupted rebuild with another target waits. */
async function requireNoOtherRebuild({ storage, active, modelVersion }: RegistryContext): Promise<void> {
  const kept = await storage.resumeGeneration()
  await kept?.suspend()
  if (kept === undefined) return
  const { indexVersion, modelVersion: target = modelVersion } = kept.plan
  if (indexVersion === active.indexVersion && target.modelHash === modelVersion.modelHash) return
  throw new RegistryError(
    'generation_open',
    'An interrupted reindex or rescore to another model waits. Finish it, or start it again with restart.',
  )
}
