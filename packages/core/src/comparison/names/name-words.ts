import { CachedValue } from '../../features/cached-value.ts'
import type { NameFeatures, NameWord } from '../../features/record-features.ts'
import { letterSet } from '../../text/edit-similarity.ts'
import { isSpaceless } from '../../text/script.ts'
import type { WordBits } from '../comparison.ts'

const ARTICLE_BITS = 0.25
const GENERIC_BITS = 1
export const NUMBER_BITS = 5
/** The bits of a brand word. The value is low because all branches of a chain share the brand. */
export const BRAND_WORD_BITS = 3

/**
 * The maximum number of characters of a name that is compared in pieces. This comparison is slow. Typical names have a
 * third of this length.
 */
const MAX_PIECEWISE_CHARACTERS = 96

/**
 * Precomputed data of the words of a name, computed once because a name is compared many times. The arrays have one
 * element for each word.
 */
export class NameWords {
  /** Hashes as signed 32-bit integers. */
  readonly hashes: number[] = []
  /**
   * A bit set that contains one of 32 bits for each word, by the hash of the word. Two names whose sets share no bit
   * share no word.
   */
  readonly signature: number
  /** A bit set like {@link signature}, but only of core words that are not numbers. */
  readonly informativeSignature: number
  /** The letter set of each word, for `mayBeTypoOf`. */
  readonly letters: number[] = []
  /** For each word, whether it is in a script without spaces and is compared in pieces. */
  readonly spaceless: boolean[] = []
  /** True if any word is compared in pieces. */
  readonly isSpaceless: boolean
  /** The bits of each word. */
  readonly bits: number[] = []
  /** The function with the term frequencies that give these bits. */
  readonly wordBits: WordBits

  constructor({ words }: NameFeatures, wordBits: WordBits) {
    let [signature, informativeSignature, characters] = [0, 0, 0]
    let isAnySpaceless = false
    // A single pass without a closure is faster, and this code runs for every candidate that is fully compared.
    for (const word of words) {
      const bit = 1 << (word.hash & 31)
      signature |= bit
      if (isInformative(word)) informativeSignature |= bit
      let inPieces = isSpaceless(word.text)
      if (inPieces) {
        characters += word.text.length
        inPieces = characters <= MAX_PIECEWISE_CHARACTERS
        isAnySpaceless ||= inPieces
      }
      this.hashes.push(word.hash | 0)
      this.letters.push(letterSet(word.text))
      this.spaceless.push(inPieces)
      this.bits.push(bitsOf(word, wordBits))
    }
    this.signature = signature
    this.informativeSignature = informativeSignature
    this.isSpaceless = isAnySpaceless
    this.wordBits = wordBits
  }
}

const known = new CachedValue<NameFeatures, NameWords>()

/** Returns the words of a name with the bits of one term-frequency version. */
export function wordsOf(name: NameFeatures, wordBits: WordBits): NameWords {
  let words = known.get(name)
  // Consecutive scores of a record seldom use different versions.
  if (words === undefined || words.wordBits !== wordBits) {
    words = new NameWords(name, wordBits)
    known.set(name, words)
  }
  return words
}

function bitsOf(word: NameWord, wordBits: WordBits): number {
  if (word.kind === 'article') return ARTICLE_BITS
  if (word.kind === 'generic') return GENERIC_BITS
  if (word.kind === 'number') return NUMBER_BITS
  if (word.ofBrand) return BRAND_WORD_BITS
  return wordBits(word.text)
}

/** Reports whether a word is a core word: no article, no generic word and not the own city. */
export function isCore(word: NameWord): boolean {
  return word.kind !== 'article' && word.kind !== 'generic' && !word.ofCity
}

/** Reports whether a rare word shows that few places can have the name. */
export function isInformative(word: NameWord): boolean {
  return isCore(word) && word.kind !== 'number'
}
