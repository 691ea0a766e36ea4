import { FeatureCache } from '../features/feature-cache.ts'
import type { IndexRules } from '../features/index-rules.ts'
import { SettledProducts } from '../grouping/settled-products.ts'
import { RegistryError } from '../model/registry-error.ts'
import type { RegistryContext } from './registry-context.ts'

/** What the registry reads and writes by now; a reindex replaces it as one. */
export interface ServedGeneration {
  readonly rules: IndexRules
  /** Features decoded by the rules. */
  readonly features: FeatureCache
  /** Products that are known to show what their records say. */
  readonly settled: SettledProducts
  /** What the storage holds; that of the rules, unless a reindex is due. */
  readonly indexVersion: string
}

export function serveBy(rules: IndexRules, indexVersion: string = rules.version): ServedGeneration {
  return { rules, features: new FeatureCache(rules), settled: new SettledProducts(), indexVersion }
}

/**
 * For calls that make or read keys and features.
 *
 * @throws {@link RegistryError} `index_outdated` while a reindex is due.
 */
export function requireRules({ served: { rules, indexVersion } }: RegistryContext): void {
  if (rules.version === indexVersion) return
  throw new RegistryError(
    'index_outdated',
    `The storage was filled with index version ${indexVersion}, this is ${rules.version}: this call answers after registry.reindex().`,
  )
}

/**
 * Refuses to go on when somebody else has switched the storage to another generation.
 *
 * @throws {@link RegistryError} `index_outdated`
 */
export async function requireServed({ ledger, served }: RegistryContext): Promise<void> {
  const { indexVersion } = await ledger.head()
  if (indexVersion !== served.indexVersion) throw switchedElsewhere(served.indexVersion, indexVersion)
}

/**
 * Reads by one generation from beginning to end: when a reindex came in between, what was read
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
    const { indexVersion } = await context.ledger.head()
    if (indexVersion === pinned.served.indexVersion) {
      if (outcome.status === 'rejected') throw outcome.reason
      return outcome.value
    }
    await context.switching
    if (context.served === pinned.served) throw switchedElsewhere(pinned.served.indexVersion, indexVersion)
  }
}

function switchedElsewhere(before: string, now: string | undefined): RegistryError {
  return new RegistryError(
    'index_outdated',
    `This registry was opened with index version ${before}, and another process has moved the storage to ${now}. Open it again, with the version of utpid that did.`,
  )
}
