/** The maximum nesting depth of plain data. Records are never deeper. */
const MAX_DEPTH = 16

/**
 * Returns whether a value consists only of objects, arrays and primitives, so that a thread receives it unchanged.
 * Class instances would silently lose their methods and hidden properties.
 */
export function isPlainData(value: unknown): boolean {
  try {
    return isPlain(value, MAX_DEPTH, new Set())
  } catch {
    // Treats a failed property read as no plain data.
    return false
  }
}

/**
 * Returns whether options are plain data, ignoring some options.
 *
 * @param others - The names of options that are not sent to the thread.
 */
export function areOptionsPlain(given: unknown, ...others: readonly string[]): boolean {
  if (given === undefined || given === null) return true
  if (typeof given !== 'object' || Array.isArray(given) || !isPlainObject(given)) return false
  try {
    const seen = new Set<object>()
    return Object.entries(given).every(([name, value]) => others.includes(name) || isPlain(value, MAX_DEPTH, seen))
  } catch {
    return false
  }
}

/** @param seen - The values that were already checked: one value may be referenced often. */
function isPlain(value: unknown, levels: number, seen: Set<object>): boolean {
  if (typeof value !== 'object' || value === null || seen.has(value)) return true
  if (levels === 0) return false
  seen.add(value)
  if (Array.isArray(value)) return value.every((each) => isPlain(each, levels - 1, seen))
  return isPlainObject(value) && Object.values(value).every((each) => isPlain(each, levels - 1, seen))
}

/** Returns whether an object has no special prototype and no hidden properties. */
function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return false
  return Object.getOwnPropertyNames(value).length === Object.keys(value).length
}
