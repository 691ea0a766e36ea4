import type { NameFeatures, NameWord } from '../../features/record-features.ts'
import { isTypoOf, mayBeTypoOf } from '../../text/edit-similarity.ts'
import type { WordBits } from '../comparison.ts'
import { isCore, type NameWords, wordsOf } from './name-words.ts'
import { alignPieces, type Stretch } from './piece-alignment.ts'
import { pieceBits } from './shared-pieces.ts'

const TYPO_SHARE = 0.9
/**
 * The minimum number of syllables for a typo. `롯데시티` and `롯데씨티` are two spellings of one word, but shorter words that
 * differ in a letter are different words.
 */
const HANGUL_TYPO_SYLLABLES = 4
const HAN_PATTERN = /^\p{Script=Han}/u
const HANGUL_PATTERN = /^\p{Script=Hangul}/u
/** Maximum words of a name: the feature layout stores the number of words in one byte. */
const MAX_WORDS = 256

/** The shared and unshared parts of two names, in bits of information. */
export interface NameAlignment {
  /** Bits of core words: all except articles, generic words and the own city. */
  readonly sharedCore: number
  readonly leftCore: number
  readonly rightCore: number
  /** Number of generic words. */
  readonly sharedGeneric: number
  readonly leftGeneric: number
  readonly rightGeneric: number
  /** Bits of shared articles and city words. */
  readonly sharedRest: number
  /** Bits of shared brand words. */
  readonly sharedBrand: number
  /** Number of words that differ by a typo and count as shared. */
  readonly typos: number
}

/**
 * Aligns the words of two names in any order. First, it aligns equal words. Then, it aligns two adjacent words with one
 * word of the other name, then words with typos. Last, it aligns words of scripts without spaces by shared pieces.
 */
export function alignNames(left: NameFeatures, right: NameFeatures, wordBits: WordBits): NameAlignment {
  if (left.whole <= right.whole) return alignOrdered(left, right, wordBits)
  // The alignment is greedy. A fixed order of the sides makes it symmetric.
  const swapped = alignOrdered(right, left, wordBits)
  return {
    sharedCore: swapped.sharedCore,
    leftCore: swapped.rightCore,
    rightCore: swapped.leftCore,
    sharedGeneric: swapped.sharedGeneric,
    leftGeneric: swapped.rightGeneric,
    rightGeneric: swapped.leftGeneric,
    sharedRest: swapped.sharedRest,
    sharedBrand: swapped.sharedBrand,
    typos: swapped.typos,
  }
}

/**
 * Arrays that mark the aligned words of the two names, by position. All calls reuse these arrays, because every
 * candidate needs an alignment. Reuse is safe because the function is synchronous.
 */
const takenLeft = new Uint8Array(MAX_WORDS)
const takenRight = new Uint8Array(MAX_WORDS)

function alignOrdered(left: NameFeatures, right: NameFeatures, wordBits: WordBits): NameAlignment {
  takenLeft.fill(0, 0, left.words.length)
  takenRight.fill(0, 0, right.words.length)
  const shared: Shared = { core: 0, generic: 0, rest: 0, brand: 0, leftCore: 0, rightCore: 0, typos: 0 }
  const own = wordsOf(left, wordBits)
  const other = wordsOf(right, wordBits)
  const pairs = (own.signature & other.signature) === 0 ? 0 : alignEqual(left.words, own, right.words, other, shared)
  if (pairs < left.words.length && pairs < right.words.length) {
    shared.core +=
      alignJoined(left.words, takenLeft, right.words, takenRight, other.bits) +
      alignJoined(right.words, takenRight, left.words, takenLeft, own.bits)
    alignTypos(left.words, own, right.words, other, shared)
    addPieces(left.words, own, right.words, other, shared)
  }
  return {
    sharedCore: shared.core,
    leftCore: shared.leftCore + coreLeft(left.words, takenLeft, own.bits),
    rightCore: shared.rightCore + coreLeft(right.words, takenRight, other.bits),
    sharedGeneric: shared.generic,
    leftGeneric: genericLeft(left.words, takenLeft),
    rightGeneric: genericLeft(right.words, takenRight),
    sharedRest: shared.rest,
    sharedBrand: shared.brand,
    typos: shared.typos,
  }
}

/** Totals over the words that are aligned so far. */
interface Shared {
  core: number
  generic: number
  rest: number
  brand: number
  /** The core bits of the unshared parts of words that share a piece, for each name. */
  leftCore: number
  rightCore: number
  typos: number
}

/** Adds two aligned words with their shared bits to the totals. */
function addPair(shared: Shared, a: NameWord, b: NameWord, bits: number): void {
  if (isCore(a) || isCore(b)) {
    shared.core += bits
    if (a.ofBrand || b.ofBrand) shared.brand += bits
  } else if (a.kind === 'generic') shared.generic++
  else shared.rest += bits
}

/** Aligns equal words and returns the number of pairs. */
function alignEqual(
  left: readonly NameWord[],
  own: NameWords,
  right: readonly NameWord[],
  others: NameWords,
  shared: Shared,
): number {
  let pairs = 0
  for (let at = 0; at < left.length; at++) {
    for (let other = 0; other < right.length; other++) {
      if (own.hashes[at] !== others.hashes[other] || takenRight[other] === 1) continue
      takenLeft[at] = takenRight[other] = 1
      const bits = Math.min(own.bits[at] as number, others.bits[other] as number)
      addPair(shared, left[at] as NameWord, right[other] as NameWord, bits)
      pairs++
      break
    }
  }
  return pairs
}

/** Aligns pairs of words that differ by a typo. */
function alignTypos(
  left: readonly NameWord[],
  own: NameWords,
  right: readonly NameWord[],
  others: NameWords,
  shared: Shared,
): void {
  for (let at = 0; at < left.length; at++) {
    const a = left[at] as NameWord
    if (takenLeft[at] === 1 || !isCore(a) || a.kind === 'number') continue
    for (let other = 0; other < right.length; other++) {
      const b = right[other] as NameWord
      if (takenRight[other] === 1 || !isCore(b) || b.kind === 'number') continue
      if (!mayBeTypoOf(own.letters[at] as number, others.letters[other] as number)) continue
      if (!(own.spaceless[at] === true ? isTypoWithoutSpaces(a.text, b.text) : isTypoOf(a.text, b.text))) continue
      takenLeft[at] = takenRight[other] = 1
      addPair(shared, a, b, Math.min(own.bits[at] as number, others.bits[other] as number) * TYPO_SHARE)
      shared.typos++
      break
    }
  }
}

/**
 * Aligns pieces of words without spaces. The words include the record's own city, which may be part of a longer word in
 * the other name.
 */
function addPieces(
  left: readonly NameWord[],
  own: NameWords,
  right: readonly NameWord[],
  others: NameWords,
  shared: Shared,
): void {
  if (!own.isSpaceless || !others.isSpaceless) return
  const aligned = alignPieces(stretchesOf(left, own, takenLeft), stretchesOf(right, others, takenRight))
  for (const { left: at, right: other, text } of aligned.shared) {
    takenLeft[at] = takenRight[other] = 1
    const bits = Math.min(own.bits[at] as number, others.bits[other] as number, pieceBits(text, own.wordBits))
    addPair(shared, left[at] as NameWord, right[other] as NameWord, bits)
  }
  shared.leftCore += restCore(aligned.leftRest, left, own, takenLeft)
  shared.rightCore += restCore(aligned.rightRest, right, others, takenRight)
}

function stretchesOf(words: readonly NameWord[], { spaceless }: NameWords, taken: Uint8Array): Stretch[] {
  return words.flatMap((word, at) => {
    const mayShare = taken[at] === 0 && spaceless[at] === true && (isCore(word) || word.ofCity)
    return mayShare && word.kind !== 'number' && word.kind !== 'generic' ? [{ at, text: word.text }] : []
  })
}

/** Returns the core bits of the unshared parts of aligned words. `coreLeft` counts words without a shared piece. */
function restCore(
  rests: readonly Stretch[],
  words: readonly NameWord[],
  { bits, wordBits }: NameWords,
  taken: Uint8Array,
): number {
  let core = 0
  for (const { at, text } of rests) {
    if (taken[at] === 1 && isCore(words[at] as NameWord))
      core += Math.min(bits[at] as number, pieceBits(text, wordBits))
  }
  return core
}

function coreLeft(words: readonly NameWord[], taken: Uint8Array, bits: readonly number[]): number {
  let core = 0
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as NameWord
    if (taken[at] === 0 && isCore(word)) core += bits[at] as number
  }
  return core
}

function genericLeft(words: readonly NameWord[], taken: Uint8Array): number {
  let generic = 0
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as NameWord
    if (taken[at] === 0 && !isCore(word) && word.kind === 'generic') generic++
  }
  return generic
}

/**
 * Aligns two adjacent words of one name with one word of the other name: `Belle Vue`, `Bellevue`. Returns the shared
 * bits.
 */
function alignJoined(
  words: readonly NameWord[],
  taken: Uint8Array,
  others: readonly NameWord[],
  takenOthers: Uint8Array,
  bitsOfOthers: readonly number[],
): number {
  let shared = 0
  for (let at = 1; at < words.length; at++) {
    if (taken[at - 1] === 1 || taken[at] === 1) continue
    const first = (words[at - 1] as NameWord).text
    const second = (words[at] as NameWord).text
    for (let other = 0; other < others.length; other++) {
      const { text } = others[other] as NameWord
      const isJoined = text.length === first.length + second.length && text.startsWith(first) && text.endsWith(second)
      if (!isJoined || takenOthers[other] === 1) continue
      taken[at - 1] = taken[at] = takenOthers[other] = 1
      shared += bitsOfOthers[other] as number
      break
    }
  }
  return shared
}

/**
 * Reports whether two words of scripts without spaces differ by a typo. A Han character is about half a word, so
 * another character means another word. A Hangul syllable consists of a few letters.
 */
function isTypoWithoutSpaces(a: string, b: string): boolean {
  if (HAN_PATTERN.test(a)) return false
  if (!HANGUL_PATTERN.test(a)) return isTypoOf(a, b)
  return a.length >= HANGUL_TYPO_SYLLABLES && a.length === b.length && isTypoOf(a.normalize('NFD'), b.normalize('NFD'))
}
