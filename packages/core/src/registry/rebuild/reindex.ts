import type { IndexRules } from '../../features/rules/index-rules.ts'
import { defined } from '../../model/defined.ts'
import type { AbortSignalLike } from '../../runtime/environment.ts'
import type { ChangeNumber } from '../../storage/rows.ts'
import { activeGenerationOf, requireModelVersion } from '../context/active-generation.ts'
import { checkBoolean } from '../context/check-arguments.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { checkRules } from '../context/registry-options.ts'
import { type RebuildProgress, rebuildGeneration } from './rebuild-generation.ts'

/** The options of `reindex`. */
export interface ReindexOptions {
  /** The rules for the new keys and features. Default: the rules of the registry's schema. */
  readonly rules?: IndexRules
  /** If true, the call rebuilds even if the storage already has this index version. Default: false. */
  readonly force?: boolean
  /** If true, the call discards the result of an interrupted reindex instead of resuming it. Default: false. */
  readonly restart?: boolean
  /** A signal that stops the reindex without changes. The next reindex resumes. The swap cannot be stopped. */
  readonly signal?: AbortSignalLike
  /** A callback with the progress, called after each slice. */
  readonly onProgress?: (progress: ReindexProgress) => void
}

/** The progress of a reindex. */
export type ReindexProgress = RebuildProgress

/** The result of a reindex. */
export interface ReindexReport {
  /** The outcome. `current`: the storage already had this index version, so the call did nothing. */
  readonly outcome: 'reindexed' | 'current'
  /** The index versions before and after the call. */
  readonly from: string
  readonly to: string
  /**
   * The number of processed records. This is the number of records in the scan, or the number of records at its end if
   * that number is greater.
   */
  readonly records: number
  /** The number of products whose records, fields or confidence changed. */
  readonly changedProducts: number
  /** The number of products that were merged into another product. */
  readonly mergedProducts: number
  /** The change of the swap; the latest change if nothing was done. */
  readonly change: ChangeNumber
}

/**
 * Rebuilds keys, features, terms and edges with other rules, see {@link rebuildGeneration}.
 *
 * @throws {@link RegistryError} `model_outdated` while a rescore is due, since a rescore also rebuilds these data;
 *   errors of {@link rebuildGeneration}.
 */
export async function reindex(context: RegistryContext, options: ReindexOptions = {}): Promise<ReindexReport> {
  const { signal, onProgress, restart = false, force = false } = options
  checkBoolean(restart, 'restart')
  checkBoolean(force, 'force')
  const rules = checkRules(options.rules === undefined ? context.openedRules : options.rules)
  requireModelVersion(context)
  const { change, indexVersion: from = rules.version } = await context.ledger.head()
  if (from === rules.version && !force) {
    if (context.active.rules !== rules) context.active = activeGenerationOf(rules, context.active.modelVersion)
    return { outcome: 'current', from, to: rules.version, records: 0, changedProducts: 0, mergedProducts: 0, change }
  }
  const done = await rebuildGeneration(context, {
    rules,
    scorer: context.scorer,
    plan: { indexVersion: rules.version, modelVersion: context.modelVersion },
    events: [{ type: 'registry.reindexed', indexVersion: rules.version }],
    restart,
    ...defined({ signal, onProgress }),
  })
  return {
    outcome: 'reindexed',
    from,
    to: rules.version,
    records: done.records,
    changedProducts: done.step.products.length,
    mergedProducts: done.step.removedProducts.length,
    change: done.change,
  }
}
