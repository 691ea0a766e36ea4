import { hashText } from '../encoding/hash.ts'
import { INNER_KIND_PATTERN } from '../text/generic-words.ts'
import { wordLength } from '../text/script.ts'

/**
 * Pieces of words that are written without spaces. Where such a word begins and ends is not known: one supplier's
 * `上海外滩茂悦` is another's `外滩茂悦`. So pieces of so many characters choose the keys, those with the least hashes:
 * of two names that share most of their pieces, the least of the shared ones are nearly always among the least of both
 * (Broder, On the resemblance and containment of documents, 1997).
 *
 *   long    about a word: two characters of Han or Hangul, three of kana, four letters of Thai, Lao, Khmer or Burmese
 *   short   one less
 */
export type GramLength = 'short' | 'long'

/**
 * Hashes of the pieces of words that choose keys, ascending.
 *
 * @param most - How many.
 */
export function leastGrams(words: readonly string[], length: GramLength, most: number): number[] {
  const telling = words.flatMap((word) => word.split(INNER_KIND_PATTERN)).filter((part) => part !== '')
  const grams = (telling.length > 0 ? telling : words).flatMap((word) => gramsOf(word, length))
  const hashes = new Set(grams.map((gram) => hashText(gram)))
  return [...hashes].sort((a, b) => a - b).slice(0, most)
}

/** Every piece of a word; a shorter word is one piece. */
function gramsOf(word: string, length: GramLength): string[] {
  const characters = [...word]
  const count = wordLength(word) - (length === 'short' ? 1 : 0)
  if (characters.length <= count) return [word]
  return characters.slice(count - 1).map((_, at) => characters.slice(at, at + count).join(''))
}
