import type { IndexRules } from '../../features/rules/index-rules.ts'
import { SettledProducts } from '../../golden-record/settled-products.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { LedgerHead } from '../../storage/ledger.ts'
import { isSameScoring, type ScoringName, scoringText } from '../../storage/scoring-name.ts'
import type { RegistryContext } from './registry-context.ts'

/** What the registry reads and writes by now; a reindex or rescore replaces it as one. */
export interface ServedGeneration {
  readonly rules: IndexRules
  /** Products that are known to show what their records say. */
  readonly settled: SettledProducts
  /** What the storage holds; that of the rules, unless a reindex is due. */
  readonly indexVersion: string
  /** By what the storage is scored; that of the scorer, unless a rescore is due. */
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
 * For calls that make or read keys and features, or score.
 *
 * @throws {@link RegistryError} `index_outdated` while a reindex is due, `scoring_outdated` while a rescore is.
 */
export function requireRules(context: RegistryContext): void {
  const { rules, indexVersion } = context.served
  if (rules.version !== indexVersion) {
    throw new RegistryError(
      'index_outdated',
      `The storage was filled with index version ${indexVersion}, this is ${rules.version}: this call answers after registry.reindex().`,
    )
  }
  requireScoring(context)
}

/**
 * For calls that score, or change what scores decide.
 *
 * @throws {@link RegistryError} `scoring_outdated` while a rescore is due.
 */
export function requireScoring({ scoring, served }: RegistryContext): void {
  if (isSameScoring(scoring, served.scoring)) return
  throw new RegistryError(
    'scoring_outdated',
    `The groups of this registry were made by ${scoringText(served.scoring)}, and it was opened with ${scoringText(scoring)}: this call answers after registry.rescore().`,
    { details: { stored: served.scoring, opened: scoring } },
  )
}

/** Whether the storage holds what this registry makes: neither a reindex nor a rescore is due. */
export function isUpToDate({ scoring, served }: RegistryContext): boolean {
  return served.rules.version === served.indexVersion && isSameScoring(scoring, served.scoring)
}

/**
 * Refuses to go on when somebody else has switched the storage to another generation.
 *
 * @throws {@link RegistryError} `index_outdated`, `scoring_outdated`
 */
export async function requireServed({ ledger, served }: RegistryContext): Promise<void> {
  const head = await ledger.head()
  if (!isServed(served, head)) throw switchedElsewhere(served, head)
}

/**
 * Reads by one generation from beginning to end: when a reindex or a rescore came in between, what was read
 * is thrown away and read again.
 *
 * @param read - Changes nothing; is given the context as it is at its beginning.
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
      `This registry was opened when it was scored by ${scoringText(before.scoring)}, and another process has moved it to ${scoringText(scoring)}. Open it again.`,
      { details: { opened: before.scoring, stored: scoring } },
    )
  }
  return new RegistryError(
    'index_outdated',
    `This registry was opened with index version ${before.indexVersion}, and another process has moved the storage to ${indexVersion}. Open it again, with the version of utpid that did.`,
  )
}
