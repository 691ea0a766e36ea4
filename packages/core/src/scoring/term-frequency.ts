import type { WordBits } from '../comparison/comparison.ts'
import { wordBits } from '../text/word-table.ts'

/**
 * How much words tell, as of one epoch. Epoch 0 is the table shipped with core; later epochs
 * are snapshots of a registry's own counts and are taken by command only, so that scores do
 * not drift while records come in.
 */
export interface TermFrequency {
  readonly epoch: number
  readonly bits: WordBits
}

const WORDS_REMEMBERED = 20_000

/** Epoch 0. */
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
