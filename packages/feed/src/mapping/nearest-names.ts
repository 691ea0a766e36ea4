import { foldKey } from './field-key.ts'

/** Names in the order of how near they are to what was typed: part of one another first, then by typing errors. */
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

/** The table of distances grows by the product of two lengths, and the header of a feed may hold anything. */
const COMPARED_CHARACTERS = 100

/** Levenshtein distance. Of a longer name only the beginning is compared: the rest counts as typing errors. */
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
