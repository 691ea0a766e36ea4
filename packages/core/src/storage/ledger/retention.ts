import { LIMITS } from '../../model/limits.ts'
import { validationError } from '../../model/validation-error.ts'
import type { Clock } from '../../runtime/environment.ts'

/** The retention of the change feed. */
export interface RetentionOptions {
  /** The number of days that a change stays in the change feed: 1 to 3,650. Default: `LIMITS.changeFeedDays`. */
  readonly changeFeedDays?: number
  /** The clock for the age of changes and idempotency keys, in milliseconds since 1970. Default: the system clock. */
  readonly clock?: Clock
}

/** The options with defaults, in the units that ledgers use. */
export interface RetentionSettings {
  readonly clock: Clock
  readonly changeFeedMs: number
  readonly idempotencyKeyMs: number
}

const HOUR = 3_600_000
const MAX_CHANGE_FEED_DAYS = 3_650

/**
 * Returns retention options with their defaults.
 *
 * @throws `validation_failed` if an option is out of range.
 */
export function retentionSettings(options: RetentionOptions): RetentionSettings {
  const changeFeedDays = options.changeFeedDays ?? LIMITS.changeFeedDays
  if (!(changeFeedDays >= 1 && changeFeedDays <= MAX_CHANGE_FEED_DAYS)) {
    throw validationError(`changeFeedDays is ${changeFeedDays}; give 1 to ${MAX_CHANGE_FEED_DAYS} days.`)
  }
  return {
    clock: options.clock ?? Date.now,
    changeFeedMs: changeFeedDays * 24 * HOUR,
    idempotencyKeyMs: LIMITS.idempotencyKeyHours * HOUR,
  }
}
