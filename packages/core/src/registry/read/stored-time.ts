const FIRST = Date.parse('0000-01-01T00:00:00.000Z')
const LAST = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Returns a time as rows have it: ISO 8601 UTC. Times before the year 0 and after the year 9999 become the nearest time
 * in these years, since the text of another year has a sign and sorts differently.
 *
 * @param ms - Milliseconds since 1970.
 */
export function storedTime(ms: number): string {
  return new Date(Math.min(LAST, Math.max(FIRST, ms))).toISOString()
}
