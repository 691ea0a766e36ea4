import { DerivedFact } from '../../features/derived-facts.ts'
import type { NameFeatures, NameWord } from '../../features/record-features.ts'
import { letterSet } from '../../text/edit-similarity.ts'
import { isSpaceless } from '../../text/script.ts'
import type { WordBits } from '../comparison.ts'

const ARTICLE_BITS = 0.25
const GENERIC_BITS = 1
export const NUMBER_BITS = 5
/** Branches of a chain share its name. */
export const BRAND_WORD_BITS = 3

/** Characters of a name that are compared in pieces, which takes time; names have a third of it. */
const PIECEWISE_CHARACTERS = 96

/** What is worked out once of the words of a name that is compared again and again; a position is that of the word. */
export class NameWords {
  /** The hashes as signed numbers. */
  readonly hashes: number[] = []
  /** One of 32 bits for each word, by its hash: two names without a common bit share no word. */
  readonly signature: number
  /** The same of the words that tell one place from another and are no numbers. */
  readonly tellingSignature: number
  /** The letters of each, as `mayBeTypoOf` takes them. */
  readonly letters: number[] = []
  /** Whether each is in a script without spaces, and so compared in pieces. */
  readonly spaceless: boolean[] = []
  /** Whether any is. */
  readonly isSpaceless: boolean
  /** Bits of each within its name. */
  readonly bits: number[] = []
  /** The term frequencies that they come from. */
  readonly bitsBy: WordBits

  constructor({ words }: NameFeatures, wordBits: WordBits) {
    let [signature, tellingSignature, characters] = [0, 0, 0]
    let isAnySpaceless = false
    // One pass without a closure: this runs for every candidate that is compared to the end.
    for (const word of words) {
      const bit = 1 << (word.hash & 31)
      signature |= bit
      if (canTell(word)) tellingSignature |= bit
      let inPieces = isSpaceless(word.text)
      if (inPieces) {
        characters += word.text.length
        inPieces = characters <= PIECEWISE_CHARACTERS
        isAnySpaceless ||= inPieces
      }
      this.hashes.push(word.hash | 0)
      this.letters.push(letterSet(word.text))
      this.spaceless.push(inPieces)
      this.bits.push(bitsOf(word, wordBits))
    }
    this.signature = signature
    this.tellingSignature = tellingSignature
    this.isSpaceless = isAnySpaceless
    this.bitsBy = wordBits
  }
}

const known = new DerivedFact<NameFeatures, NameWords>()

/** The words of a name, by the term frequencies of an epoch. */
export function wordsOf(name: NameFeatures, wordBits: WordBits): NameWords {
  let words = known.get(name)
  // Records are seldom scored by two epochs in turn.
  if (words === undefined || words.bitsBy !== wordBits) {
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

/** Words that tell one place from another: all but articles, generic words and the own city. */
export function isCore(word: NameWord): boolean {
  return word.kind !== 'article' && word.kind !== 'generic' && !word.ofCity
}

/** Words of which the rarest says how many places can have the name. */
export function canTell(word: NameWord): boolean {
  return isCore(word) && word.kind !== 'number'
}
