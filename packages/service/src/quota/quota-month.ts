/** A month of UTC, as `2026-11`. */
export function quotaMonth(now: number): string {
  return new Date(now).toISOString().slice(0, 'yyyy-mm'.length)
}

/** When the month of a moment ends, and the next quota begins. */
export function endOfMonth(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
}

/** Seconds of the month of a moment: the window that the RateLimit headers name. */
export function secondsOfMonth(now: number): number {
  const date = new Date(now)
  return (endOfMonth(now) - Date.UTC(date.getUTCFullYear(), date.getUTCMonth())) / 1_000
}
