import { isSpaceless, wordLength } from '../../text/script.ts'
import type { WordBits } from '../comparison.ts'

/** Bits of a piece of the length of the shortest word that tells something; a longer one tells more, up to a rare word. */
const SHORT_WORD_BITS = 5
const RARE_WORD_BITS = 10

/**
 * The longest stretch of characters that two words of scripts without spaces have in common, empty when it is
 * shorter than a word, or a word has spaces around it.
 */
export function longestPiece(a: string, b: string): string {
  if (!isSpaceless(a) || !isSpaceless(b)) return ''
  // Length of the common stretch that ends at each character of b and at the last one looked at of a.
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
      // Of two as long one is taken by its text, so that it is the same either way round.
      if (length > longest.length || piece < longest) longest = piece
    }
    ending = now
  }
  return [...longest].length >= wordLength(longest) ? longest : ''
}

/** Bits of a piece of a word: as much as its length tells, unless it is known as a word that tells less. */
export function pieceBits(piece: string, wordBits: WordBits): number {
  if (piece === '') return 0
  const byLength = ([...piece].length * SHORT_WORD_BITS) / wordLength(piece)
  return Math.min(RARE_WORD_BITS, byLength, wordBits(piece))
}
