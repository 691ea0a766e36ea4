import type { IndexRules } from '../../features/rules/index-rules.ts'
import { CURRENT_RULES } from '../../features/rules/index-version.ts'
import type { AbortSignalLike } from '../../runtime/environment.ts'
import type { ChangeNumber } from '../../storage/rows.ts'
import { checkBoolean } from '../context/check-arguments.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { checkRules } from '../context/registry-options.ts'
import { requireScoring, serveBy } from '../context/served-generation.ts'
import { type RenewalProgress, renewGeneration } from './renew-generation.ts'

/** How a registry is reindexed. */
export interface ReindexOptions {
  /** By which keys and features are to be made; those of this version of utpid unless given. */
  readonly rules?: IndexRules
  /** Makes everything anew also when the storage holds this index version already; false unless given. */
  readonly force?: boolean
  /** Throws away what an interrupted one has done, instead of going on with it; false unless given. */
  readonly restart?: boolean
  /** Stops it; nothing has changed then, and the next one goes on where it was. Once it switches, it is not stopped any more. */
  readonly signal?: AbortSignalLike
  /** Called after each slice. */
  readonly onProgress?: (progress: ReindexProgress) => void
}

/** How far a reindex is. */
export type ReindexProgress = RenewalProgress

/** What a reindex did. */
export interface ReindexReport {
  /** `current`: the storage held this index version already, so nothing was done. */
  readonly outcome: 'reindexed' | 'current'
  /** Index versions before and after. */
  readonly from: string
  readonly to: string
  /** Records that were done: those that the scan met, or as many as there are at its end if these are more. */
  readonly records: number
  /** Products that are another row than before: other records, fields or confidence. */
  readonly changedProducts: number
  /** Products that were merged into another one. */
  readonly mergedProducts: number
  /** The step that switched; the last one there was when nothing was done. */
  readonly change: ChangeNumber
}

/**
 * Makes keys, features, terms and edges anew by other rules, as {@link renewGeneration} does.
 *
 * @throws {@link RegistryError} `scoring_outdated` while a rescore is due, which does both; what
 *   {@link renewGeneration} throws.
 */
export async function reindex(context: RegistryContext, options: ReindexOptions = {}): Promise<ReindexReport> {
  const { signal, onProgress, restart = false, force = false } = options
  checkBoolean(restart, 'restart')
  checkBoolean(force, 'force')
  const rules = checkRules(options.rules === undefined ? CURRENT_RULES : options.rules)
  requireScoring(context)
  const { change, indexVersion: from = rules.version } = await context.ledger.head()
  if (from === rules.version && !force) {
    if (context.served.rules !== rules) context.served = serveBy(rules, context.served.scoring)
    return { outcome: 'current', from, to: rules.version, records: 0, changedProducts: 0, mergedProducts: 0, change }
  }
  const done = await renewGeneration(context, {
    rules,
    scorer: context.scorer,
    plan: { indexVersion: rules.version, scoring: context.scoring },
    events: [{ type: 'registry.reindexed', indexVersion: rules.version }],
    restart,
    ...(signal === undefined ? {} : { signal }),
    ...(onProgress === undefined ? {} : { onProgress }),
  })
  return {
    outcome: 'reindexed',
    from,
    to: rules.version,
    records: done.records,
    changedProducts: done.step.products.length,
    mergedProducts: done.step.endedProducts.length,
    change: done.change,
  }
}
