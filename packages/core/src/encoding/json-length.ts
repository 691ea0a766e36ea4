/** The maximum number of UTF-16 units of a number or a literal in JSON. */
const MAX_SCALAR_UNITS = 24
/** The maximum number of UTF-16 units of one unit of a text in JSON: an escape such as `\u001f`. */
const MAX_ESCAPED_UNITS = 6

/**
 * Reports whether the JSON of plain data has more UTF-16 units than a limit.
 *
 * @param value - Plain data without cycles.
 */
export function isJsonLongerThan(value: unknown, limit: number): boolean {
  // Most data is far below its limit. A bound takes less time than the JSON.
  return maxJsonUnits(value) > limit && JSON.stringify(value).length > limit
}

/** Returns an upper bound of the number of UTF-16 units, with a comma after each value. */
function maxJsonUnits(value: unknown): number {
  if (typeof value === 'string') return value.length * MAX_ESCAPED_UNITS + 3
  if (typeof value !== 'object' || value === null) return MAX_SCALAR_UNITS + 1
  let units = 3
  if (Array.isArray(value)) for (const each of value) units += maxJsonUnits(each)
  else {
    for (const key of Object.keys(value)) {
      units += key.length * MAX_ESCAPED_UNITS + 3 + maxJsonUnits((value as Readonly<Record<string, unknown>>)[key])
    }
  }
  return units
}
