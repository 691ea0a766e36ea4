import type { NameFeatures, NameWord, RecordFeatures } from '../features/record-features.ts'
import { wordBits } from '../text/word-table.ts'

const WORDS_OF_NAME = 3
const ALT_NAMES = 3

/** Rare words first; brands and places are on too many records, generic words on nearly all. */
function order(word: NameWord): number {
  if (word.kind === 'article') return 5
  if (word.kind === 'generic') return 4
  if (word.ofCity) return 3
  if (word.kind === 'number') return 2
  return word.ofBrand ? 1 : 0
}

/**
 * The hashes of the words of a name that choose its keys, rarest first, by the frozen word
 * table: at most three of the name, and the rarest of each of three other names.
 */
export function keyWords({ names }: RecordFeatures): number[] {
  const [name, ...altNames] = names
  if (name === undefined) return []
  const hashes = new Set(rarest(name, WORDS_OF_NAME))
  for (const altName of altNames.slice(0, ALT_NAMES)) for (const hash of rarest(altName, 1)) hashes.add(hash)
  return [...hashes]
}

/** The two words that a record without a place is looked for by in its city. */
export function cityKeyWords({ names }: RecordFeatures): number[] {
  return names[0] === undefined ? [] : rarest(names[0], 2)
}

function rarest({ words }: NameFeatures, count: number): number[] {
  const ranked = words
    .map((word) => ({ hash: word.hash, rank: order(word), bits: wordBits(word.text) }))
    .sort((a, b) => a.rank - b.rank || b.bits - a.bits || a.hash - b.hash)
  // Articles and generic words choose only where there is nothing else.
  const telling = ranked.filter(({ rank }) => rank < 4)
  const chosen = telling.length > 0 ? telling : ranked
  return [...new Set(chosen.map(({ hash }) => hash))].slice(0, count)
}
