const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Milliseconds before each attempt after the one before it failed: 10 attempts over 75 hours. */
export const RETRY_DELAYS: readonly number[] = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]

/** A receiver that fails and never succeeds for so long is disabled. */
export const FAILURES_ONLY_MS: number = 5 * 24 * HOUR

/** Part of a delay that is added or taken off, so that what failed together does not come back together. */
const JITTER = 0.1
/** A receiver may ask for more time, but not for ever. */
const RETRY_AFTER_MOST_MS = 24 * HOUR

/**
 * When to try again; undefined when all attempts are used up.
 *
 * @param tries - Attempts so far, 1 at least.
 * @param chance - 0 to 1.
 * @param retryAfter - The header of that name: seconds, or a date.
 */
export function nextAttemptAt(now: number, tries: number, chance: number, retryAfter?: string): number | undefined {
  const delay = RETRY_DELAYS[tries]
  if (delay === undefined) return undefined
  const jittered = Math.round(delay * (1 + JITTER * (2 * chance - 1)))
  return now + Math.max(jittered, askedDelay(now, retryAfter))
}

function askedDelay(now: number, retryAfter: string | undefined): number {
  if (retryAfter === undefined) return 0
  const asked = /^\d+$/.test(retryAfter.trim()) ? Number(retryAfter) * SECOND : Date.parse(retryAfter) - now
  return Number.isNaN(asked) ? 0 : Math.min(Math.max(asked, 0), RETRY_AFTER_MOST_MS)
}
