/** A month in UTC, such as `2026-11`. */
export function quotaMonth(now: number): string {
  return new Date(now).toISOString().slice(0, 'yyyy-mm'.length)
}

/** The end of a month, when the next quota starts. */
export function endOfMonth(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
}

/** The length of a month in seconds: the window in the RateLimit headers. */
export function secondsOfMonth(now: number): number {
  const date = new Date(now)
  return (endOfMonth(now) - Date.UTC(date.getUTCFullYear(), date.getUTCMonth())) / 1_000
}
