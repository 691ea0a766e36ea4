/**
 * JSON with the keys of every object in ascending order: equal content, equal text, in whatever
 * order a supplier's system writes its keys.
 *
 * @param value - Plain data without circles.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each
    return Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
