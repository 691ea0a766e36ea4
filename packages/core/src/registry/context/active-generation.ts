import type { IndexRules } from '../../features/rules/index-rules.ts'
import { describeVersionDifference } from '../../features/rules/index-version-difference.ts'
import { CleanProducts } from '../../golden-record/clean-products.ts'
import { RegistryError } from '../../model/registry-error.ts'
import {
  type ComparisonVersions,
  type DifferingComparison,
  differingComparisons,
} from '../../schema/custom-comparison.ts'
import type { LedgerHead } from '../../storage/ledger.ts'
import { isSameModelVersion, type ModelVersion, modelVersionText } from '../../storage/model-version.ts'
import { followTermFrequency } from './follow-term-frequency.ts'
import type { RegistryContext } from './registry-context.ts'

/**
 * The active index generation: the rules and the model version with which the registry reads and writes. A reindex or
 * rescore replaces the whole generation.
 */
export interface ActiveGeneration {
  readonly rules: IndexRules
  /** The cache of clean products. The golden record of a clean product matches its records. */
  readonly cleanProducts: CleanProducts
  /** The index version of the storage. This version equals the version of the rules unless a reindex is due. */
  readonly indexVersion: string
  /** The model version of the storage. This version equals the version of the scorer unless a rescore is due. */
  readonly modelVersion: ModelVersion
  /** The versions of the custom comparisons of that model, if they may differ from those of the scorer. */
  readonly comparisons?: ComparisonVersions
}

export function activeGenerationOf(
  rules: IndexRules,
  modelVersion: ModelVersion,
  indexVersion: string = rules.version,
): ActiveGeneration {
  return { rules, cleanProducts: new CleanProducts(), indexVersion, modelVersion: modelVersion }
}

/** Returns sentences about the index versions of a storage and of a registry that differ. */
export function outdatedIndex(stored: string, opened: string): string {
  const difference = describeVersionDifference(stored, opened)
  if (difference === '') return `The storage has index version ${stored}; this version of utpid uses ${opened}.`
  return `The storage has another schema (index version ${stored}; this registry uses ${opened}). ${difference}`
}

/**
 * Checks that calls can compute or read keys and features, or score.
 *
 * @throws {@link RegistryError} `index_outdated` while a reindex is due, `model_outdated` while a rescore is due.
 */
export function requireRules(context: RegistryContext): void {
  const { rules, indexVersion } = context.active
  if (rules.version !== indexVersion) {
    throw new RegistryError(
      'index_outdated',
      `${outdatedIndex(indexVersion, rules.version)} Call registry.reindex() first.`,
    )
  }
  requireModelVersion(context)
}

/**
 * Checks that calls can score, or change inputs of scores.
 *
 * @throws {@link RegistryError} `model_outdated` while a rescore is due.
 */
export function requireModelVersion({ modelVersion, active, scorer }: RegistryContext): void {
  if (isSameModelVersion(modelVersion, active.modelVersion)) return
  const opened = scorer.model.comparisons ?? {}
  const comparisons = differingComparisons(active.comparisons ?? opened, opened)
  const named = comparisons.map(differenceText).join(', ')
  const isReplaced = comparisons.some(({ stored }) => stored !== undefined)
  const remedy = isReplaced ? 'Open it with the schema that has them, or call' : 'Call'
  throw new RegistryError(
    'model_outdated',
    `The clusters of this registry were computed with ${modelVersionText(active.modelVersion)}, but the registry was opened with ${modelVersionText(modelVersion)}.${named === '' ? '' : ` Custom comparisons differ: ${named}.`} ${remedy} registry.rescore() first.`,
    {
      details: {
        stored: active.modelVersion,
        opened: modelVersion,
        ...(comparisons.length === 0 ? {} : { comparisons }),
      },
    },
  )
}

function differenceText({ comparison, stored, opened }: DifferingComparison): string {
  if (stored === undefined) return `${comparison} (new, version ${opened})`
  if (opened === undefined) return `${comparison} (missing, version ${stored} was used)`
  return `${comparison} (version ${opened}, version ${stored} was used)`
}

/** Reports whether the storage matches this registry: neither a reindex nor a rescore is due. */
export function isUpToDate({ modelVersion, active }: RegistryContext): boolean {
  return active.rules.version === active.indexVersion && isSameModelVersion(modelVersion, active.modelVersion)
}

/**
 * Checks that no other process has swapped the index generation.
 *
 * @throws {@link RegistryError} `index_outdated`, `model_outdated`
 */
export async function requireActive({ ledger, active }: RegistryContext): Promise<void> {
  const head = await ledger.head()
  if (!isActive(active, head)) throw swappedElsewhere(active, head)
}

/**
 * Runs a read on one index generation. If a reindex or rescore replaces the generation meanwhile, discards the result
 * and repeats the read. Follows another process that only changed the term-frequency version.
 *
 * @param read - A function that must not write. The function receives the context of the time when the read started.
 */
export async function onOneGeneration<T>(
  context: RegistryContext,
  read: (context: RegistryContext) => Promise<T>,
): Promise<T> {
  for (;;) {
    const pinned = { ...context }
    const [outcome] = await Promise.allSettled([read(pinned)])
    const head = await context.ledger.head()
    if (isActive(pinned.active, head)) {
      if (outcome.status === 'rejected') throw outcome.reason
      return outcome.value
    }
    await context.swapping
    if (context.active !== pinned.active) continue
    if (!(await followTermFrequency(context))) throw swappedElsewhere(pinned.active, head)
  }
}

function isActive({ indexVersion, modelVersion }: ActiveGeneration, head: LedgerHead): boolean {
  return (
    head.indexVersion === indexVersion &&
    (head.modelVersion === undefined || isSameModelVersion(head.modelVersion, modelVersion))
  )
}

function swappedElsewhere(before: ActiveGeneration, head: LedgerHead): RegistryError {
  const { indexVersion, modelVersion } = head
  if (indexVersion === before.indexVersion && modelVersion !== undefined) {
    return new RegistryError(
      'model_outdated',
      `This registry was opened with ${modelVersionText(before.modelVersion)}, but another process has moved it to ${modelVersionText(modelVersion)}. Open it again.`,
      { details: { opened: before.modelVersion, stored: modelVersion } },
    )
  }
  return new RegistryError(
    'index_outdated',
    `This registry was opened with index version ${before.indexVersion}, but another process has moved the storage to ${indexVersion}. Open it again with the version of utpid of that process.`,
  )
}
