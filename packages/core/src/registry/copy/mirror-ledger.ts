import { type AbortSignalLike, type Clock, systemClock } from '../../runtime/environment.ts'
import type { Ledger, LedgerHead } from '../../storage/ledger.ts'
import type { ChangeNumber, ScoringRow } from '../../storage/rows.ts'
import { isSameScoring } from '../../storage/scoring-name.ts'
import type { Storage } from '../../storage/storage.ts'
import { checkCopiedCounters } from './copied-counters.ts'
import { mirrorRows } from './mirror-rows.ts'
import { walkLedger } from './walk-ledger.ts'

/** Options of `mirrorLedger`. */
export interface MirrorOptions {
  /** The change returned by the previous call, to continue from it. Default: start with a scan. */
  readonly after?: ChangeNumber
  readonly signal?: AbortSignalLike
  /** Milliseconds since 1970. Default: the system clock. */
  readonly clock?: Clock
}

/** Parts of a storage that a copy needs so that a registry can be opened on it. */
export type MirrorStorage = Pick<Storage, 'ledger' | 'setIndexVersion' | 'setScoring' | 'continueAfter'>

/**
 * Replicates a ledger while others write to it. To follow it further, repeat the call with the returned change. A call
 * without a change, or after an interruption, is safe. Changes of the copy have their own numbers and no events.
 *
 * @param mirror - A storage: it also gets the index version and the model version when all rows are written. A registry
 *   can then be opened on it, for reading during replication or as a replacement. With a ledger only the rows are
 *   written, and no registry can be opened on it (`restore_unfinished`).
 * @returns the change of the source that the copy shows.
 * @throws RegistryError as `walkLedger` and `mirrorRows`; `storage_corrupt` also if the copied rows do not match the
 *   counters of the source; after `changes_expired`, call again without `after`.
 */
export async function mirrorLedger(
  source: Ledger,
  mirror: Ledger | MirrorStorage,
  options: MirrorOptions = {},
): Promise<ChangeNumber> {
  const { clock = systemClock, ...walk } = options
  const storage = 'ledger' in mirror ? mirror : undefined
  const ledger = 'ledger' in mirror ? mirror.ledger : mirror
  const head = await source.head()
  let shown = options.after ?? 0
  for await (const { rows, change, counters } of walkLedger(source, { ...walk, head })) {
    await mirrorRows(ledger, rows, new Date(clock()).toISOString())
    if (counters !== undefined) checkCopiedCounters(counters, await ledger.counters())
    shown = change ?? shown
  }
  if (storage !== undefined) await completeMirror(storage, shown, head, await source.scorings())
  return shown
}

/** Products minted in the copy later must count as younger than all replicated ones. */
async function completeMirror(
  storage: MirrorStorage,
  shown: ChangeNumber,
  { indexVersion: version, scoring }: LedgerHead,
  scorings: readonly ScoringRow[],
): Promise<void> {
  const { change, indexVersion, scoring: own } = await storage.ledger.head()
  if (change < shown) await storage.continueAfter(shown)
  if (scoring !== undefined && !isSameScoring(scoring, own)) await storage.setScoring(scoring, scorings)
  // Written last, since it marks the registry as complete.
  if (version !== undefined && version !== indexVersion) await storage.setIndexVersion(version)
}
