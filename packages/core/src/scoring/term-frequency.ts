import type { WordBits } from '../comparison/comparison.ts'
import { wordBits } from '../text/word-table.ts'

/**
 * Bits of words in one term-frequency version. Version 0 is the table shipped with core. Later versions are counted in
 * a registry by command only, so that scores do not drift while records arrive.
 */
export interface TermFrequency {
  readonly epoch: number
  readonly bits: WordBits
}

const WORDS_REMEMBERED = 20_000

/** Returns term-frequency version 0. */
export function shippedTermFrequency(): TermFrequency {
  const known = new Map<string, number>()
  return {
    epoch: 0,
    bits: (word) => {
      let bits = known.get(word)
      if (bits === undefined) {
        bits = wordBits(word)
        if (known.size >= WORDS_REMEMBERED) known.clear()
        known.set(word, bits)
      }
      return bits
    },
  }
}
