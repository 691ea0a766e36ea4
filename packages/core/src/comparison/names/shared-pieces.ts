import { isSpaceless, wordLength } from '../../text/script.ts'
import type { WordBits } from '../comparison.ts'

/**
 * Bits of a piece as long as the shortest informative word. Longer pieces have more bits, up to those of a rare word.
 */
const SHORT_WORD_BITS = 5
const RARE_WORD_BITS = 10

/**
 * Returns the longest common substring of two words of scripts without spaces. It is empty if the substring is shorter
 * than a word, or if a word belongs to a script with spaces.
 */
export function longestPiece(a: string, b: string): string {
  if (!isSpaceless(a) || !isSpaceless(b)) return ''
  // Length of the common substring that ends at each character of b and at the previous character of a.
  let ending = new Uint16Array(b.length)
  let longest = ''
  for (let at = 0; at < a.length; at++) {
    const now = new Uint16Array(b.length)
    for (let other = 0; other < b.length; other++) {
      if (a.charCodeAt(at) !== b.charCodeAt(other)) continue
      const length = (other === 0 ? 0 : (ending[other - 1] as number)) + 1
      now[other] = length
      if (length < longest.length) continue
      const piece = a.slice(at + 1 - length, at + 1)
      // Ties are resolved by text, which keeps the result symmetric.
      if (length > longest.length || piece < longest) longest = piece
    }
    ending = now
  }
  return [...longest].length >= wordLength(longest) ? longest : ''
}

/** Returns the bits of a piece of a word, by its length; fewer if it is a known word with fewer bits. */
export function pieceBits(piece: string, wordBits: WordBits): number {
  if (piece === '') return 0
  const byLength = ([...piece].length * SHORT_WORD_BITS) / wordLength(piece)
  return Math.min(RARE_WORD_BITS, byLength, wordBits(piece))
}
