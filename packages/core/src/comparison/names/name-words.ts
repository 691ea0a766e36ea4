import { CachedValue } from '../../features/cached-value.ts'
import type { NameFeatures, NameWord } from '../../features/record-features.ts'
import { letterSet } from '../../text/edit-similarity.ts'
import { isSpaceless } from '../../text/script.ts'
import type { WordBits } from '../comparison.ts'

const ARTICLE_BITS = 0.25
const GENERIC_BITS = 1
export const NUMBER_BITS = 5
/** Low, since all branches of a chain share its name. */
export const BRAND_WORD_BITS = 3

/** Maximum characters of a name that are compared in pieces, which is slow. Typical names have a third of it. */
const MAX_PIECEWISE_CHARACTERS = 96

/**
 * Precomputed data of the words of a name, because a name is compared many times. Array positions are those of the
 * words.
 */
export class NameWords {
  /** Hashes as signed 32-bit integers. */
  readonly hashes: number[] = []
  /** One of 32 bits for each word, by its hash. Two names without a common bit share no word. */
  readonly signature: number
  /** The same for core words that are not numbers. */
  readonly informativeSignature: number
  /** Letter set of each word, as input for `mayBeTypoOf`. */
  readonly letters: number[] = []
  /** Whether each word is in a script without spaces and compared in pieces. */
  readonly spaceless: boolean[] = []
  /** Whether any word is compared in pieces. */
  readonly isSpaceless: boolean
  /** Bits of each word. */
  readonly bits: number[] = []
  /** The term frequencies behind these bits. */
  readonly wordBits: WordBits

  constructor({ words }: NameFeatures, wordBits: WordBits) {
    let [signature, informativeSignature, characters] = [0, 0, 0]
    let isAnySpaceless = false
    // One pass without a closure: this runs for every candidate that is fully compared.
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

/** Whether a word distinguishes places: not an article, a generic word or the own city. */
export function isCore(word: NameWord): boolean {
  return word.kind !== 'article' && word.kind !== 'generic' && !word.ofCity
}

/** Whether the frequency of a word limits how many places can have the name. */
export function isInformative(word: NameWord): boolean {
  return isCore(word) && word.kind !== 'number'
}
