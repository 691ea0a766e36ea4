const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Milliseconds before each attempt, after the previous attempt failed: 10 attempts over 75 hours. */
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

/** A webhook is disabled if all its attempts fail for this many milliseconds. */
export const FAILURES_ONLY_MS: number = 5 * 24 * HOUR

/** The random share of a delay. It prevents deliveries that fail together from being retried together. */
const JITTER = 0.1
/** Maximum delay in milliseconds that a receiver may request. */
const MAX_RETRY_AFTER_MS = 24 * HOUR

/**
 * Returns the time of the next attempt; undefined if all attempts are used.
 *
 * @param tries - Attempts so far, at least 1.
 * @param random - Random number from 0 to 1.
 * @param retryAfter - The Retry-After header: seconds, or a date.
 */
export function nextAttemptAt(now: number, tries: number, random: number, retryAfter?: string): number | undefined {
  const delay = RETRY_DELAYS[tries]
  if (delay === undefined) return undefined
  const jittered = Math.round(delay * (1 + JITTER * (2 * random - 1)))
  return now + Math.max(jittered, requestedDelay(now, retryAfter))
}

function requestedDelay(now: number, retryAfter: string | undefined): number {
  if (retryAfter === undefined) return 0
  const requested = /^\d+$/.test(retryAfter.trim()) ? Number(retryAfter) * SECOND : Date.parse(retryAfter) - now
  return Number.isNaN(requested) ? 0 : Math.min(Math.max(requested, 0), MAX_RETRY_AFTER_MS)
}
