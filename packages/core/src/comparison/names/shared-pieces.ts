import { isSpaceless, wordLength } from '../../text/script.ts'
import type { WordBits } from '../comparison.ts'

/**
 * The bits of a piece that is as long as the shortest informative word. Longer pieces have more bits, at most those of
 * a rare word.
 */
const SHORT_WORD_BITS = 5
const RARE_WORD_BITS = 10

/**
 * Returns the longest common substring of two words of scripts without spaces. The result is empty if the substring is
 * shorter than a word, or if a word belongs to a script with spaces.
 */
export function longestPiece(a: string, b: string): string {
  if (!isSpaceless(a) || !isSpaceless(b)) return ''
  // The array has the length of the common substring that ends at each character of b and at the previous character of
  // a.
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
      // If two pieces are equally long, their text decides, which keeps the result symmetric.
      if (length > longest.length || piece < longest) longest = piece
    }
    ending = now
  }
  return [...longest].length >= wordLength(longest) ? longest : ''
}

/**
 * Returns the bits of a piece of a word, by the length of the piece. A piece that is a known word has at most the bits
 * of that word.
 */
export function pieceBits(piece: string, wordBits: WordBits): number {
  if (piece === '') return 0
  const byLength = ([...piece].length * SHORT_WORD_BITS) / wordLength(piece)
  return Math.min(RARE_WORD_BITS, byLength, wordBits(piece))
}
