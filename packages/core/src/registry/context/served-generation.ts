import type { IndexRules } from '../../features/rules/index-rules.ts'
import { SettledProducts } from '../../golden-record/settled-products.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { LedgerHead } from '../../storage/ledger.ts'
import { isSameScoring, type ScoringName, scoringText } from '../../storage/scoring-name.ts'
import type { RegistryContext } from './registry-context.ts'

/**
 * The active index generation: rules and model version that the registry reads and writes with. A reindex or rescore
 * replaces it as a whole.
 */
export interface ServedGeneration {
  readonly rules: IndexRules
  /** Clean products: their golden records match their records. */
  readonly settled: SettledProducts
  /** Index version of the storage; equals that of the rules unless a reindex is due. */
  readonly indexVersion: string
  /** Model version of the storage; equals that of the scorer unless a rescore is due. */
  readonly scoring: ScoringName
}

export function serveBy(
  rules: IndexRules,
  scoring: ScoringName,
  indexVersion: string = rules.version,
): ServedGeneration {
  return { rules, settled: new SettledProducts(), indexVersion, scoring }
}

/**
 * For calls that compute or read keys and features, or score.
 *
 * @throws {@link RegistryError} `index_outdated` while a reindex is due, `scoring_outdated` while a rescore is due.
 */
export function requireRules(context: RegistryContext): void {
  const { rules, indexVersion } = context.served
  if (rules.version !== indexVersion) {
    throw new RegistryError(
      'index_outdated',
      `The storage has index version ${indexVersion}; this version of utpid uses ${rules.version}. Call registry.reindex() first.`,
    )
  }
  requireScoring(context)
}

/**
 * For calls that score, or that change inputs of scores.
 *
 * @throws {@link RegistryError} `scoring_outdated` while a rescore is due.
 */
export function requireScoring({ scoring, served }: RegistryContext): void {
  if (isSameScoring(scoring, served.scoring)) return
  throw new RegistryError(
    'scoring_outdated',
    `The clusters of this registry were made with ${scoringText(served.scoring)}, but it was opened with ${scoringText(scoring)}. Call registry.rescore() first.`,
    { details: { stored: served.scoring, opened: scoring } },
  )
}

/** Whether the storage matches this registry: neither a reindex nor a rescore is due. */
export function isUpToDate({ scoring, served }: RegistryContext): boolean {
  return served.rules.version === served.indexVersion && isSameScoring(scoring, served.scoring)
}

/**
 * Checks that no other process has swapped the index generation.
 *
 * @throws {@link RegistryError} `index_outdated`, `scoring_outdated`
 */
export async function requireServed({ ledger, served }: RegistryContext): Promise<void> {
  const head = await ledger.head()
  if (!isServed(served, head)) throw switchedElsewhere(served, head)
}

/**
 * Runs a read on one index generation. If a reindex or a rescore replaces the generation meanwhile, the result is
 * discarded and the read repeated.
 *
 * @param read - Must not write. It receives the context as of its start.
 */
export async function onOneGeneration<T>(
  context: RegistryContext,
  read: (context: RegistryContext) => Promise<T>,
): Promise<T> {
  for (;;) {
    const pinned = { ...context }
    const [outcome] = await Promise.allSettled([read(pinned)])
    const head = await context.ledger.head()
    if (isServed(pinned.served, head)) {
      if (outcome.status === 'rejected') throw outcome.reason
      return outcome.value
    }
    await context.switching
    if (context.served === pinned.served) throw switchedElsewhere(pinned.served, head)
  }
}

function isServed({ indexVersion, scoring }: ServedGeneration, head: LedgerHead): boolean {
  return head.indexVersion === indexVersion && (head.scoring === undefined || isSameScoring(head.scoring, scoring))
}

function switchedElsewhere(before: ServedGeneration, head: LedgerHead): RegistryError {
  const { indexVersion, scoring } = head
  if (indexVersion === before.indexVersion && scoring !== undefined) {
    return new RegistryError(
      'scoring_outdated',
      `This registry was opened with ${scoringText(before.scoring)}, but another process has moved it to ${scoringText(scoring)}. Open it again.`,
      { details: { opened: before.scoring, stored: scoring } },
    )
  }
  return new RegistryError(
    'index_outdated',
    `This registry was opened with index version ${before.indexVersion}, but another process has moved the storage to ${indexVersion}. Open it again with the version of utpid of that process.`,
  )
}
