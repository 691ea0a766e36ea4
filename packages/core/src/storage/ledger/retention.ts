import { LIMITS } from '../../model/limits.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { Clock } from '../../runtime/environment.ts'

/** Retention of the change feed. */
export interface RetentionOptions {
  /** Days that a change stays in the change feed: 1 to 3,650. Default: `LIMITS.feedDays`. */
  readonly feedDays?: number
  /** Clock for the age of changes and idempotency keys, in milliseconds since 1970. Default: the system clock. */
  readonly clock?: Clock
}

/** The options with defaults, in the units of ledgers. */
export interface RetentionSettings {
  readonly clock: Clock
  readonly feedMilliseconds: number
  readonly tokenMilliseconds: number
}

const HOUR = 3_600_000
const FEED_DAYS_MAX = 3_650

/**
 * Fills in the defaults of retention options.
 *
 * @throws `validation_failed` if an option is out of range.
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
