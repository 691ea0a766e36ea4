import type { Baseline } from './baseline.ts'

const MAX_PREFIX = 4
/** Each common first character adds this share of the remaining distance to 1. */
const PREFIX_WEIGHT = 0.1

/** The textbook similarity of record linkage, for whole names (Winkler, 1990). */
export const jaroWinkler: Baseline = {
  id: 'jaro-winkler',
  what: 'Jaro-Winkler of names and distance',
  usesDistance: true,
  similarity: (a, b) => {
    // Partners are assigned greedily, so the result depends on the order. Sort the texts to make it symmetric.
    const jaro = a < b ? jaroSimilarity(a, b) : jaroSimilarity(b, a)
    let prefix = 0
    while (prefix < MAX_PREFIX && prefix < a.length && a[prefix] === b[prefix]) prefix++
    return jaro + prefix * PREFIX_WEIGHT * (1 - jaro)
  },
}

/**
 * Returns the Jaro similarity (1989): from the share of characters with a partner nearby, and the share of partners in
 * order.
 */
function jaroSimilarity(a: string, b: string): number {
  if (a === '' || b === '') return 0
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1)
  const takenOfB = new Array<boolean>(b.length).fill(false)
  const matchedOfA: string[] = []
  for (let at = 0; at < a.length; at++) {
    const to = Math.min(b.length, at + reach + 1)
    for (let other = Math.max(0, at - reach); other < to; other++) {
      if (takenOfB[other] === true || a[at] !== b[other]) continue
      takenOfB[other] = true
      matchedOfA.push(a[at] as string)
      break
    }
  }
  const matched = matchedOfA.length
  if (matched === 0) return 0
  const inOrderOfB = b.split('').filter((_, at) => takenOfB[at])
  const outOfOrder = matchedOfA.filter((character, at) => character !== inOrderOfB[at]).length
  return (matched / a.length + matched / b.length + (matched - outOfOrder / 2) / matched) / 3
}
