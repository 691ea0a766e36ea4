import type { WordBits } from '../comparison/comparison.ts'
import type { SupplierHabits } from '../model/term-frequency-count.ts'
import { wordBits } from '../text/word-table.ts'

/** The bits of words in one registry, counted when the term-frequency version was created. */
export interface TermFrequencyTable {
  /** The time of the count, ISO 8601 UTC. */
  readonly at: string
  /** The number of counted active records. */
  readonly records: number
  /** The bits of each word in hundredths, 0 to 1,000. Other words have the bits of the shipped table. */
  readonly words: Readonly<Record<string, number>>
  /** The habits of suppliers that differ from the usual ones, by supplier; absent if there are none. */
  readonly suppliers?: Readonly<Record<string, SupplierHabits>>
}

/**
 * The bits of words in one term-frequency version. Version 0 is the table shipped with core. A registry counts a later
 * version only at the end of an import, as a job or by command, so that scores do not drift while records arrive.
 */
export interface TermFrequency {
  readonly tfVersion: number
  readonly bits: WordBits
  /** The table of the version; absent for version 0. */
  readonly table?: TermFrequencyTable
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
