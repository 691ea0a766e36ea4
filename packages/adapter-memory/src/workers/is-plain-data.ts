/** What JSON could say: deeper than this nobody looks, since no record goes there. */
const LEVELS = 16

/**
 * Whether a value is nothing but objects, lists and simple values, so that it comes to another thread as it is: of others,
 * of a class say, what is not its own would be missing there without a word.
 */
export function isPlainData(value: unknown): boolean {
  try {
    return isPlain(value, LEVELS)
  } catch {
    // It cannot even be read.
    return false
  }
}

function isPlain(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  if (Array.isArray(value)) return value.every((each) => isPlain(each, levels - 1))
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return false
  return Object.values(value).every((each) => isPlain(each, levels - 1))
}
