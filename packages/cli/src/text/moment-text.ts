/** Formats an ISO 8601 time for people, to the minute and in UTC: `2026-03-01 14:05`. */
export function momentText(at: string): string {
  return at.slice(0, 16).replace('T', ' ')
}

/** Returns the day of an ISO 8601 time: `2026-03-01`. */
export function dayText(at: string): string {
  return at.slice(0, 10)
}

/** Shortens an ISO 8601 time to the minute: `2026-03-01T14:05`. */
export function minuteText(at: string): string {
  return at.slice(0, 16)
}
