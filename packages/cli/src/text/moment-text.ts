/** Formats an ISO 8601 time for people, to the minute and in UTC: `2026-03-01 14:05`. */
export function momentText(at: string): string {
  return at.slice(0, 16).replace('T', ' ')
}
