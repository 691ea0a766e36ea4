import type { NameFeatures, NameWord } from '../features/record-features.ts'
import { isTypoOf } from '../text/edit-similarity.ts'
import { bigrams, isSpaceless } from '../text/script.ts'
import type { WordBits } from './comparison.ts'

const ARTICLE_BITS = 0.25
const GENERIC_BITS = 1
const NUMBER_BITS = 5
const BRAND_WORD_BITS = 3
const TYPO_SHARE = 0.9
const BIGRAM_DICE_LEAST = 0.5
/** The layout of features counts words in a byte. */
const WORDS_MOST = 256

/** What two names share and what each has alone, in bits of information. */
export interface NameAlignment {
  /** Core words: all but articles, generic words and the own city. */
  readonly sharedCore: number
  readonly leftCore: number
  readonly rightCore: number
  /** The same for generic words, by count. */
  readonly sharedGeneric: number
  readonly leftGeneric: number
  readonly rightGeneric: number
  /** Bits of shared articles and city words. */
  readonly sharedRest: number
  /** Brand words that both have, in bits. */
  readonly sharedBrand: number
}

/** Bits of one word within its name. */
function bitsOf(word: NameWord, wordBits: WordBits): number {
  if (word.kind === 'article') return ARTICLE_BITS
  if (word.kind === 'generic') return GENERIC_BITS
  if (word.kind === 'number') return NUMBER_BITS
  if (word.ofBrand) return BRAND_WORD_BITS
  return wordBits(word.text)
}

export function isCore(word: NameWord): boolean {
  return word.kind !== 'article' && word.kind !== 'generic' && !word.ofCity
}

/**
 * Aligns the words of two names whatever their order: equal words first, then two words that
 * one side joins, then typos, then words of scripts without spaces by the pairs of characters
 * they share.
 */
export function alignNames(left: NameFeatures, right: NameFeatures, wordBits: WordBits): NameAlignment {
  if (left.whole <= right.whole) return alignOrdered(left, right, wordBits)
  // The alignment is greedy; taking the sides in one fixed order makes it symmetric.
  const turned = alignOrdered(right, left, wordBits)
  return {
    ...turned,
    leftCore: turned.rightCore,
    rightCore: turned.leftCore,
    leftGeneric: turned.rightGeneric,
    rightGeneric: turned.leftGeneric,
  }
}

/**
 * Which words of the two names are taken already, by position. Kept between calls, since an alignment is made for
 * every candidate; it never gives way to another.
 */
const takenLeft = new Uint8Array(WORDS_MOST)
const takenRight = new Uint8Array(WORDS_MOST)

function alignOrdered(left: NameFeatures, right: NameFeatures, wordBits: WordBits): NameAlignment {
  takenLeft.fill(0, 0, left.words.length)
  takenRight.fill(0, 0, right.words.length)
  const shared: Shared = { core: 0, generic: 0, rest: 0, brand: 0 }
  const pairs = alignEqual(left.words, right.words, shared, wordBits)
  if (pairs < left.words.length && pairs < right.words.length) {
    shared.core +=
      alignJoined(left.words, takenLeft, right.words, takenRight, wordBits) +
      alignJoined(right.words, takenRight, left.words, takenLeft, wordBits)
    alignAlike(left.words, right.words, shared, wordBits)
  }
  return {
    sharedCore: shared.core,
    leftCore: coreLeft(left.words, takenLeft, wordBits),
    rightCore: coreLeft(right.words, takenRight, wordBits),
    sharedGeneric: shared.generic,
    leftGeneric: genericLeft(left.words, takenLeft),
    rightGeneric: genericLeft(right.words, takenRight),
    sharedRest: shared.rest,
    sharedBrand: shared.brand,
  }
}

/** What the words paired so far share. */
interface Shared {
  core: number
  generic: number
  rest: number
  brand: number
}

/** Adds what two words share, of whose bits they share a part. */
function addPair(shared: Shared, a: NameWord, b: NameWord, part: number, wordBits: WordBits): void {
  const bits = Math.min(bitsOf(a, wordBits), bitsOf(b, wordBits)) * part
  if (isCore(a) || isCore(b)) {
    shared.core += bits
    if (a.ofBrand || b.ofBrand) shared.brand += bits
  } else if (a.kind === 'generic') shared.generic++
  else shared.rest += bits
}

/** @returns how many pairs of equal words there are. */
function alignEqual(left: readonly NameWord[], right: readonly NameWord[], shared: Shared, wordBits: WordBits): number {
  let pairs = 0
  for (let at = 0; at < left.length; at++) {
    const a = left[at] as NameWord
    for (let other = 0; other < right.length; other++) {
      const b = right[other] as NameWord
      if (a.hash !== b.hash || takenRight[other] === 1) continue
      takenLeft[at] = takenRight[other] = 1
      addPair(shared, a, b, 1, wordBits)
      pairs++
      break
    }
  }
  return pairs
}

/** Typos, and words without spaces that are alike. */
function alignAlike(left: readonly NameWord[], right: readonly NameWord[], shared: Shared, wordBits: WordBits): void {
  for (let at = 0; at < left.length; at++) {
    const a = left[at] as NameWord
    if (takenLeft[at] === 1 || !isCore(a) || a.kind === 'number') continue
    for (let other = 0; other < right.length; other++) {
      const b = right[other] as NameWord
      if (takenRight[other] === 1 || !isCore(b) || b.kind === 'number') continue
      const part = likeness(a.text, b.text)
      if (part === 0) continue
      takenLeft[at] = takenRight[other] = 1
      addPair(shared, a, b, part, wordBits)
      break
    }
  }
}

function coreLeft(words: readonly NameWord[], taken: Uint8Array, wordBits: WordBits): number {
  let core = 0
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as NameWord
    if (taken[at] === 0 && isCore(word)) core += bitsOf(word, wordBits)
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

/** Two neighbouring words of one side that the other side writes as one: `Belle Vue`, `Bellevue`. */
function alignJoined(
  words: readonly NameWord[],
  taken: Uint8Array,
  others: readonly NameWord[],
  takenOthers: Uint8Array,
  wordBits: WordBits,
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
      shared += bitsOf(others[other] as NameWord, wordBits)
      break
    }
  }
  return shared
}

/** How much of a word's bits another word shares that is not equal, 0 to 1. Symmetric. */
function likeness(a: string, b: string): number {
  if (isTypoOf(a, b)) return TYPO_SHARE
  if (!isSpaceless(a) || !isSpaceless(b)) return 0
  const pairsOfA = bigrams(a)
  const pairsOfB = new Set(bigrams(b))
  const common = pairsOfA.filter((each) => pairsOfB.has(each)).length
  const dice = (2 * common) / (pairsOfA.length + pairsOfB.size)
  return dice >= BIGRAM_DICE_LEAST ? dice : 0
}
