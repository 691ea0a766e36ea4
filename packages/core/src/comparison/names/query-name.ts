import { CachedValue } from '../../features/cached-value.ts'
import type { NameFeatures, NameWord } from '../../features/record-features.ts'
import type { WordBits } from '../comparison.ts'
import { spellingOf } from './name-spelling.ts'
import { isCore, wordsOf } from './name-words.ts'

/** The size of the bit set: a power of two, about fifty times the number of trigrams of a name. */
const TRIGRAM_BITS = 1_024

/** Precomputed data of a query name for comparison with feature views. The arrays have one element for each word. */
export class QueryName {
  readonly whole: number
  readonly words: readonly NameWord[]
  readonly hashes: readonly number[]
  readonly signature: number
  readonly letters: readonly number[]
  readonly bits: readonly number[]
  readonly wordBits: WordBits
  /** For each word, whether it is a core word. */
  readonly core: readonly boolean[]
  readonly coreScripts: number
  /** True if the name contains a word twice. */
  readonly hasTwice: boolean
  /** Number of trigrams of the name. */
  readonly trigrams: number
  /** One bit for each trigram, see {@link mayHaveTrigram}. */
  readonly #trigramBits = new Int32Array(TRIGRAM_BITS / 32)

  constructor(name: NameFeatures, wordBits: WordBits) {
    const { hashes, signature, letters, bits } = wordsOf(name, wordBits)
    const { trigrams, coreScripts } = spellingOf(name)
    this.whole = name.whole
    this.words = name.words
    this.hashes = hashes
    this.signature = signature
    this.letters = letters
    this.bits = bits
    this.wordBits = wordBits
    this.core = name.words.map(isCore)
    this.hasTwice = hashes.some((hash, at) => hashes.indexOf(hash) < at)
    this.coreScripts = coreScripts
    this.trigrams = trigrams.length
    for (const trigram of trigrams) {
      const bit = bitOf(trigram)
      this.#trigramBits[bit >>> 5] = (this.#trigramBits[bit >>> 5] as number) | (1 << (bit & 31))
    }
  }

  /** Reports whether the name may contain a trigram. The result false is certain; the result true may be wrong. */
  mayHaveTrigram(trigram: number): boolean {
    const bit = bitOf(trigram)
    return ((this.#trigramBits[bit >>> 5] as number) & (1 << (bit & 31))) !== 0
  }
}

/**
 * Returns the bit of a trigram. Characters differ in their low bits, so the multiplications carry these bits into
 * higher ones.
 */
function bitOf(trigram: number): number {
  return (trigram ^ (trigram >>> 15)) & (TRIGRAM_BITS - 1)
}

const queryNames = new CachedValue<NameFeatures, QueryName>()

/** Returns a name with the bits of one term-frequency version. */
export function queryName(name: NameFeatures, wordBits: WordBits): QueryName {
  let query = queryNames.get(name)
  if (query === undefined || query.wordBits !== wordBits) {
    query = new QueryName(name, wordBits)
    queryNames.set(name, query)
  }
  return query
}
