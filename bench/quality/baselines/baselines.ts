/** A simple method to compare two records, such as a programmer writes in an afternoon. */
export interface Baseline {
  /** Stable: part of the row ids. */
  readonly id: string
  readonly what: string
  /** Whether its similarity decreases with distance, on a scale fitted for each set. */
  readonly usesDistance: boolean
  /** Similarity of two folded names, 0 to 1; symmetric. */
  similarity(a: string, b: string): number
}

const MAX_PREFIX = 4
/** Each common first character adds this share of the remaining distance to 1. */
const PREFIX_WEIGHT = 0.1

/** Equal names, ignoring case, accents and punctuation. */
export const exactName: Baseline = {
  id: 'exact-name',
  what: 'same folded name',
  usesDistance: false,
  similarity: (a, b) => (a === b && a !== '' ? 1 : 0),
}

/** Jaccard similarity of character trigrams, as databases compare texts. */
export const characterTrigrams: Baseline = {
  id: 'trigrams',
  what: 'shared trigrams and distance',
  usesDistance: true,
  similarity: (a, b) => setSimilarity(trigramsOf(a), trigramsOf(b)),
}

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

/** Jaccard similarity of words. */
export const tokenSet: Baseline = {
  id: 'token-set',
  what: 'shared words and distance',
  usesDistance: true,
  similarity: (a, b) => setSimilarity(new Set(wordsOf(a)), new Set(wordsOf(b))),
}

/** The baselines with which every matcher is compared. */
export const BASELINES: readonly Baseline[] = [exactName, characterTrigrams, jaroWinkler, tokenSet]

/** Jaccard similarity of two sets, 0 to 1; 0 if both are empty. */
function setSimilarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((each) => b.has(each)).length
  const together = a.size + b.size - shared
  return together === 0 ? 0 : shared / together
}

function wordsOf(name: string): string[] {
  return name.split(' ').filter((word) => word !== '')
}

/** Returns the trigrams of each word. Two blanks are added before the word and one after it. */
function trigramsOf(name: string): Set<string> {
  const trigrams = new Set<string>()
  for (const word of wordsOf(name)) {
    const characters = [...`  ${word} `]
    for (let at = 0; at + 3 <= characters.length; at++) trigrams.add(characters.slice(at, at + 3).join(''))
  }
  return trigrams
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
