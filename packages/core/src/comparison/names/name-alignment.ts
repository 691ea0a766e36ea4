import type { NameFeatures, NameWord } from '../../features/record-features.ts'
import { isTypoOf, mayBeTypoOf } from '../../text/edit-similarity.ts'
import type { WordBits } from '../comparison.ts'
import { isCore, type NameWords, wordsOf } from './name-words.ts'
import { alignPieces, type Stretch } from './piece-alignment.ts'
import { pieceBits } from './shared-pieces.ts'

const TYPO_SHARE = 0.9
/** `롯데시티` and `롯데씨티` are two spellings; shorter words that differ in a letter are other words. */
const HANGUL_TYPO_SYLLABLES = 4
const HAN_PATTERN = /^\p{Script=Han}/u
const HANGUL_PATTERN = /^\p{Script=Hangul}/u
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
  /** Words that count as shared though they differ in a letter. */
  readonly typos: number
}

/**
 * Aligns the words of two names whatever their order: equal words first, then two words that
 * one side joins, then typos, then words of scripts without spaces by the pieces they share.
 */
export function alignNames(left: NameFeatures, right: NameFeatures, wordBits: WordBits): NameAlignment {
  if (left.whole <= right.whole) return alignOrdered(left, right, wordBits)
  // The alignment is greedy; taking the sides in one fixed order makes it symmetric.
  const turned = alignOrdered(right, left, wordBits)
  return {
    sharedCore: turned.sharedCore,
    leftCore: turned.rightCore,
    rightCore: turned.leftCore,
    sharedGeneric: turned.sharedGeneric,
    leftGeneric: turned.rightGeneric,
    rightGeneric: turned.leftGeneric,
    sharedRest: turned.sharedRest,
    sharedBrand: turned.sharedBrand,
    typos: turned.typos,
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

/** What the words paired so far share. */
interface Shared {
  core: number
  generic: number
  rest: number
  brand: number
  /** Core bits that only one side has, of words of which the other has a piece. */
  leftCore: number
  rightCore: number
  typos: number
}

/** Adds two words of which that many bits are shared. */
function addPair(shared: Shared, a: NameWord, b: NameWord, bits: number): void {
  if (isCore(a) || isCore(b)) {
    shared.core += bits
    if (a.ofBrand || b.ofBrand) shared.brand += bits
  } else if (a.kind === 'generic') shared.generic++
  else shared.rest += bits
}

/** @returns how many pairs of equal words there are. */
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

/** Words that are the same but for a typo. */
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

/** Pieces of words without spaces; the city among them, which the other side may hold without knowing it for one. */
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
    const bits = Math.min(own.bits[at] as number, others.bits[other] as number, pieceBits(text, own.bitsBy))
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

/** Bits of the rests of words that are taken; a word of which nothing is shared counts as a whole. */
function restCore(
  rests: readonly Stretch[],
  words: readonly NameWord[],
  { bits, bitsBy }: NameWords,
  taken: Uint8Array,
): number {
  let core = 0
  for (const { at, text } of rests) {
    if (taken[at] === 1 && isCore(words[at] as NameWord)) core += Math.min(bits[at] as number, pieceBits(text, bitsBy))
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

/** Two neighbouring words of one side that the other side writes as one: `Belle Vue`, `Bellevue`. */
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
 * Whether words without spaces are a typo apart. A character of Han is no letter but half a word, so that another one makes another
 * word; a syllable of Hangul is a few letters.
 */
function isTypoWithoutSpaces(a: string, b: string): boolean {
  if (HAN_PATTERN.test(a)) return false
  if (!HANGUL_PATTERN.test(a)) return isTypoOf(a, b)
  return a.length >= HANGUL_TYPO_SYLLABLES && a.length === b.length && isTypoOf(a.normalize('NFD'), b.normalize('NFD'))
}
