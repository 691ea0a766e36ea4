import { LIMITS } from '../../model/limits.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { Clock } from '../../runtime/environment.ts'

/** How long a ledger keeps what it forgets in time. */
export interface RetentionOptions {
  /** Days that a change stays in the feed: 1 to 3,650, default `LIMITS.feedDays`. */
  readonly feedDays?: number
  /** The time by which feed and tokens age, in milliseconds since 1970. Default: the system's. */
  readonly clock?: Clock
}

/** The options with their defaults, in the units the ledgers use. */
export interface RetentionSettings {
  readonly clock: Clock
  readonly feedMilliseconds: number
  readonly tokenMilliseconds: number
}

const HOUR = 3_600_000
const FEED_DAYS_MAX = 3_650

/**
 * For how long a ledger keeps its feed, with the defaults filled in.
 *
 * @throws `validation_failed` when an option is out of range.
 */
export function retentionSettings(options: RetentionOptions): RetentionSettings {
  const feedDays = options.feedDays ?? LIMITS.feedDays
  if (!(feedDays >= 1 && feedDays <= FEED_DAYS_MAX)) {
    throw new RegistryError('validation_failed', `feedDays is ${feedDays}; give 1 to ${FEED_DAYS_MAX} days.`)
  }
  return {
    clock: options.clock ?? Date.now,
    feedMilliseconds: feedDays * 24 * HOUR,
    tokenMilliseconds: LIMITS.tokenHours * HOUR,
  }
}
