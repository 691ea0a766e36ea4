import { type AbortSignalLike, type Clock, systemClock } from '../environment.ts'
import type { Ledger } from '../storage/ledger.ts'
import type { ChangeNumber } from '../storage/rows.ts'
import { mirrorRows } from './mirror-rows.ts'
import { walkLedger } from './walk-ledger.ts'

export interface MirrorOptions {
  /** The change up to which the mirror has followed, as the call before answered; begins with a scan unless given. */
  readonly after?: ChangeNumber
  readonly signal?: AbortSignalLike
  /** Milliseconds since 1970; the system's unless given. */
  readonly clock?: Clock
}

/**
 * Makes one ledger say what another one says, while others write to that one. Repeating it with
 * the answered change follows on; repeating it without one, or after it was interrupted, does no
 * harm. The mirror's own changes have numbers of their own and tell no events.
 *
 * @returns the change of the source that the mirror shows.
 * @throws RegistryError as `walkLedger` and `mirrorRows`; `changes_expired` is cured by a call
 *   without `after`.
 */
export async function mirrorLedger(source: Ledger, mirror: Ledger, options: MirrorOptions = {}): Promise<ChangeNumber> {
  const { clock = systemClock, ...walk } = options
  let shown = options.after ?? 0
  for await (const { rows, change } of walkLedger(source, walk)) {
    await mirrorRows(mirror, rows, new Date(clock()).toISOString())
    shown = change ?? shown
  }
  return shown
}
