import type { WordBits } from '../comparison/comparison.ts'
import { wordBits } from '../text/word-table.ts'

/**
 * The bits of words in one term-frequency version. Version 0 is the table shipped with core. A registry counts a later
 * version only by command, so that scores do not drift while records arrive.
 */
export interface TermFrequency {
  readonly tfVersion: number
  readonly bits: WordBits
}

const MAX_CACHED_WORDS = 20_000

/** Returns term-frequency version 0. */
export function shippedTermFrequency(): TermFrequency {
  const known = new Map<string, number>()
  return {
    tfVersion: 0,
    bits: (word) => {
      let bits = known.get(word)
      if (bits === undefined) {
        bits = wordBits(word)
        if (known.size >= MAX_CACHED_WORDS) known.clear()
        known.set(word, bits)
      }
      return bits
    },
  }
}
