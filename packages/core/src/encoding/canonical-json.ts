/**
 * Returns JSON with the keys of every object in ascending order. So equal content gives equal text in any order of
 * keys.
 *
 * @param value - Plain data without cycles.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each
    return Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
