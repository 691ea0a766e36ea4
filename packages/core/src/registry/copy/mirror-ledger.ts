import { type AbortSignalLike, type Clock, systemClock } from '../../runtime/environment.ts'
import type { Ledger, LedgerHead } from '../../storage/ledger.ts'
import type { ChangeNumber, ScoringRow } from '../../storage/rows.ts'
import { isSameScoring } from '../../storage/scoring-name.ts'
import type { Storage } from '../../storage/storage.ts'
import { checkCopiedCounters } from './copied-counters.ts'
import { mirrorRows } from './mirror-rows.ts'
import { walkLedger } from './walk-ledger.ts'

/** From where on a mirror follows, and until when. */
export interface MirrorOptions {
  /** The change up to which the mirror has followed, as the call before answered; begins with a scan unless given. */
  readonly after?: ChangeNumber
  readonly signal?: AbortSignalLike
  /** Milliseconds since 1970; the system's unless given. */
  readonly clock?: Clock
}

/** What a mirror has to be so that a registry can be opened on it. */
export type MirrorStorage = Pick<Storage, 'ledger' | 'setIndexVersion' | 'setScoring' | 'continueAfter'>

/**
 * Makes one ledger say what another one says, while others write to that one. Repeating it with
 * the answered change follows on; repeating it without one, or after it was interrupted, does no
 * harm. The mirror's own changes have numbers of their own and tell no events.
 *
 * @param mirror - A storage, which takes on the index version and the scoring too when all rows are there, so that a registry opens on
 *   it: to be asked while it is mirrored into, or to stand in. Of a ledger alone only the rows are mirrored, and no
 *   registry opens on it (`restore_unfinished`).
 * @returns the change of the source that the mirror shows.
 * @throws RegistryError as `walkLedger` and `mirrorRows`; `storage_corrupt` also when what was copied is not what the counters of
 *   the source tell; `changes_expired` is cured by a call
 *   without `after`.
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

/** What was minted here later must be known as younger than all that was mirrored. */
async function completeMirror(
  storage: MirrorStorage,
  shown: ChangeNumber,
  { indexVersion: version, scoring }: LedgerHead,
  scorings: readonly ScoringRow[],
): Promise<void> {
  const { change, indexVersion, scoring: own } = await storage.ledger.head()
  if (change < shown) await storage.continueAfter(shown)
  if (scoring !== undefined && !isSameScoring(scoring, own)) await storage.setScoring(scoring, scorings)
  // Last, since by it a registry is known as whole.
  if (version !== undefined && version !== indexVersion) await storage.setIndexVersion(version)
}
