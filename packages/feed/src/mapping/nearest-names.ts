import { foldKey } from './field-key.ts'

/**
 * Sorts names by similarity to the typed text: first names that contain the text or are contained in it, then by edit
 * distance.
 */
export function nearestNames(typed: string, names: readonly string[]): string[] {
  const wanted = foldKey(typed)
  const distance = (name: string): number => {
    const key = foldKey(name)
    const whole = editDistance(wanted, key)
    const last = editDistance(wanted, foldKey(name.split('.').at(-1) ?? name))
    return Math.min(whole, last) - (wanted.length > 2 && (key.includes(wanted) || wanted.includes(key)) ? 0.5 : 0)
  }
  const distances = new Map(names.map((name) => [name, distance(name)]))
  return [...names].sort((a, b) => (distances.get(a) ?? 0) - (distances.get(b) ?? 0))
}

/**
 * Maximum number of compared characters. The distance table grows by the product of both lengths, and a column name may
 * have any length.
 */
const COMPARED_CHARACTERS = 100

/**
 * Returns the Levenshtein distance. Only the start of a long name is compared; the remaining characters count as
 * errors.
 */
function editDistance(first: string, second: string): number {
  const a = first.slice(0, COMPARED_CHARACTERS)
  const b = second.slice(0, COMPARED_CHARACTERS)
  const beyond = Math.max(first.length - a.length, second.length - b.length)
  return beyond + tableDistance(a, b)
}

function tableDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
