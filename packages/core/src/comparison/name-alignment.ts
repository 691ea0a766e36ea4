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

function isCore(word: NameWord): boolean {
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

function alignOrdered(left: NameFeatures, right: NameFeatures, wordBits: WordBits): NameAlignment {
  const freeLeft = new Set(left.words)
  const freeRight = new Set(right.words)
  let sharedCore = 0
  let sharedGeneric = 0
  let sharedRest = 0
  let sharedBrand = 0
  const pair = (a: NameWord, b: NameWord, share: number): void => {
    freeLeft.delete(a)
    freeRight.delete(b)
    const bits = Math.min(bitsOf(a, wordBits), bitsOf(b, wordBits)) * share
    if (isCore(a) || isCore(b)) {
      sharedCore += bits
      if (a.ofBrand || b.ofBrand) sharedBrand += bits
    } else if (a.kind === 'generic') sharedGeneric++
    else sharedRest += bits
  }

  for (const a of left.words) {
    for (const b of freeRight) {
      if (a.hash !== b.hash) continue
      pair(a, b, 1)
      break
    }
  }
  if (freeLeft.size > 0 && freeRight.size > 0) {
    const joined =
      alignJoined(left.words, freeLeft, freeRight, wordBits) + alignJoined(right.words, freeRight, freeLeft, wordBits)
    sharedCore += joined
    for (const a of freeLeft) {
      if (!isCore(a) || a.kind === 'number') continue
      for (const b of freeRight) {
        if (!isCore(b) || b.kind === 'number') continue
        const share = likeness(a.text, b.text)
        if (share === 0) continue
        pair(a, b, share)
        break
      }
    }
  }

  const rest = (words: Iterable<NameWord>): { core: number; generic: number } => {
    let core = 0
    let generic = 0
    for (const word of words) {
      if (isCore(word)) core += bitsOf(word, wordBits)
      else if (word.kind === 'generic') generic++
    }
    return { core, generic }
  }
  const restLeft = rest(freeLeft)
  const restRight = rest(freeRight)
  return {
    sharedCore,
    leftCore: restLeft.core,
    rightCore: restRight.core,
    sharedGeneric,
    leftGeneric: restLeft.generic,
    rightGeneric: restRight.generic,
    sharedRest,
    sharedBrand,
  }
}

/** Two neighbouring words of one side that the other side writes as one: `Belle Vue`, `Bellevue`. */
function alignJoined(
  words: readonly NameWord[],
  free: Set<NameWord>,
  freeOther: Set<NameWord>,
  wordBits: WordBits,
): number {
  let shared = 0
  for (let at = 1; at < words.length; at++) {
    const first = words[at - 1] as NameWord
    const second = words[at] as NameWord
    if (!free.has(first) || !free.has(second)) continue
    const joined = first.text + second.text
    for (const other of freeOther) {
      if (other.text !== joined) continue
      free.delete(first)
      free.delete(second)
      freeOther.delete(other)
      shared += bitsOf(other, wordBits)
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
