/** What JSON could say: deeper than this nobody looks, since no record goes there. */
const LEVELS = 16

/**
 * Whether a value is nothing but objects, lists and simple values, so that it comes to another thread as it is: of others,
 * of a class say, what is not its own would be missing there without a word.
 */
export function isPlainData(value: unknown): boolean {
  try {
    return isPlain(value, LEVELS, new Set())
  } catch {
    // It cannot even be read.
    return false
  }
}

/**
 * Whether options that may be left out are plain, apart from some of them.
 *
 * @param others - Those that are not handed over.
 */
export function areOptionsPlain(given: unknown, ...others: readonly string[]): boolean {
  if (given === undefined || given === null) return true
  if (typeof given !== 'object' || Array.isArray(given) || !isPlainObject(given)) return false
  try {
    const seen = new Set<object>()
    return Object.entries(given).every(([name, value]) => others.includes(name) || isPlain(value, LEVELS, seen))
  } catch {
    return false
  }
}

/** @param seen - Looked at before, by whatever way: there may be many ways to one. */
function isPlain(value: unknown, levels: number, seen: Set<object>): boolean {
  if (typeof value !== 'object' || value === null || seen.has(value)) return true
  if (levels === 0) return false
  seen.add(value)
  if (Array.isArray(value)) return value.every((each) => isPlain(each, levels - 1, seen))
  return isPlainObject(value) && Object.values(value).every((each) => isPlain(each, levels - 1, seen))
}

/** Nothing of it is inherited, and nothing hidden. */
function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return false
  return Object.getOwnPropertyNames(value).length === Object.keys(value).length
}
