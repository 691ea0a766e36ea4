import { hashText } from '../../encoding/hash.ts'
import { INNER_KIND_PATTERN } from '../../text/generic-words.ts'
import { wordLength } from '../../text/script.ts'

/**
 * Pieces of words of scripts without spaces. The boundaries of such a word are unknown: one supplier writes `上海外滩茂悦`,
 * another `外滩茂悦`. So the pieces of fixed length with the lowest hashes make the keys. If two names share most pieces,
 * their lowest shared piece is almost always among the lowest pieces of both (Broder, On the resemblance and
 * containment of documents, 1997).
 *
 *   long    about one word: two characters of Han or Hangul, three of kana, four letters of Thai, Lao, Khmer or Burmese
 *   short   one character less
 */
export type GramLength = 'short' | 'long'

/**
 * Returns the lowest hashes of the pieces of words, ascending.
 *
 * @param maxGrams - Maximum number of hashes.
 */
export function lowestGrams(words: readonly string[], length: GramLength, maxGrams: number): number[] {
  const informative = words.flatMap((word) => word.split(INNER_KIND_PATTERN)).filter((part) => part !== '')
  const grams = (informative.length > 0 ? informative : words).flatMap((word) => gramsOf(word, length))
  const hashes = new Set(grams.map((gram) => hashText(gram)))
  return [...hashes].sort((a, b) => a - b).slice(0, maxGrams)
}

/** Returns every piece of a word. For a word shorter than a piece, the result is the word. */
function gramsOf(word: string, length: GramLength): string[] {
  const characters = [...word]
  const count = wordLength(word) - (length === 'short' ? 1 : 0)
  if (characters.length <= count) return [word]
  return characters.slice(count - 1).map((_, at) => characters.slice(at, at + count).join(''))
}
