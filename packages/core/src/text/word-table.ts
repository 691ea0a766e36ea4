import { hashText } from '../encoding/hash.ts'
import { readHashSet } from '../encoding/hash-set.ts'
import { COMMON_WORDS } from './generated/common-words.ts'
import { COMMON_PLACE_WORDS, PLACE_WORDS } from './generated/place-words.ts'
import { GENERIC_WORDS_SOURCE, genericConcept, isArticle } from './generic-words.ts'

/**
 * Kind of a folded word. The table of kinds and bits is fixed for each index version, because live counts would change
 * keys as a registry grows.
 */
export type WordKind = 'article' | 'generic' | 'number' | 'place' | 'common' | 'rare'

/** Hashes of words. One in 300,000 other words has a hash of the sets by chance and counts as a place. */
const largePlaces: ReadonlySet<number> = readHashSet(PLACE_WORDS)
const commonPlaces: ReadonlySet<number> = readHashSet(COMMON_PLACE_WORDS)
/** The bits of common words, 2 to 11. One in 2^n names contains a given word with n bits. */
const common: ReadonlyMap<string, number> = new Map(
  COMMON_WORDS.split(' ').map((entry) => {
    const [word = '', bits = '10'] = entry.split(':')
    return [word, Number(bits)]
  }),
)

export function wordKind(word: string): WordKind {
  if (isArticle(word)) return 'article'
  if (genericConcept(word) !== undefined) return 'generic'
  if (common.has(word)) return 'common'
  const hash = hashText(word)
  return largePlaces.has(hash) || commonPlaces.has(hash) ? 'place' : 'rare'
}

/**
 * Returns the bits of a shared word, 0 to 10. The bits are the negative binary logarithm of the share of names with the
 * word, by the shipped table.
 */
export function wordBits(word: string): number {
  switch (wordKind(word)) {
    case 'article':
      return 0.25
    case 'generic':
      return 1
    case 'common':
      return Math.min(10, common.get(word) ?? 10)
    case 'place':
      return commonPlaces.has(hashText(word)) ? 6 : 5
    default:
      return rareWordBits(word)
  }
}

/** Returns the bits of a word that is known to be rare, like {@link wordBits}. */
export function rareWordBits(word: string): number {
  return word.length <= 2 ? 5 : word.length === 3 ? 7.5 : 10
}

/** The word table as input of the checksum of the index version. */
export const WORD_TABLE_SOURCE: string = [GENERIC_WORDS_SOURCE, COMMON_WORDS, PLACE_WORDS, COMMON_PLACE_WORDS].join(
  '\n',
)
