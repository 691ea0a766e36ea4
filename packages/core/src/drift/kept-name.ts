import { brandComparison } from '../comparison/aspects/brand-comparison.ts'
import { alignNames } from '../comparison/names/name-alignment.ts'
import { numberComparison } from '../comparison/names/number-comparison.ts'
import type { NameFeatures, NameWord, RecordFeatures } from '../features/record-features.ts'
import { type PairScorer, pairProfile } from '../scoring/score-pair.ts'

/**
 * The result of comparing one part of two versions of a record. The part is the same (`kept`), the part clearly
 * differs, or the rest of the record must decide (`doubtful`).
 */
export type Kept = 'kept' | 'doubtful' | 'other'

/** The minimum shared share of the shorter name's core bits at which two names count as the same. */
const KEPT_SHARE = 0.7
/** The minimum share if the shared part is a word that few places have. */
const KEPT_RARE_SHARE = 0.45
const RARE_BITS = 9
/** The minimum length of a word with two swapped letters. In a shorter word, a swap may produce another word. */
const SWAP_CHARACTERS = 4
/** The share below which two names share only common words: a brand, `Grand`, `Park`. */
const OTHER_SHARE = 0.3

/**
 * Reports whether a later version of a record still has the name of the earlier version. If a version has several
 * names, the best pair decides.
 *
 * Suppliers add and drop generic words, articles and the city, correct typos, and shorten or extend names. Such a name
 * still counts as the same. So does a name in another script or without a core word, which cannot be compared.
 */
export function keptName(before: RecordFeatures, after: RecordFeatures, { terms }: PairScorer): Kept {
  let best: Kept | undefined
  for (const a of before.names) {
    for (const b of after.names) {
      const kept = keptOfTwo(a, b, terms.bits)
      if (kept === 'kept') return signOf(before, after)
      if (best !== 'doubtful') best = kept ?? best
    }
  }
  return best ?? 'kept'
}

/**
 * Compares brand and numbers of similar names. Similar names may differ only in the distinguishing part: `Hotel 81` and
 * `Hotel 18`, `Novotel Part-Dieu` and `Mercure Part-Dieu`.
 */
function signOf(before: RecordFeatures, after: RecordFeatures): Kept {
  if (brandComparison.compare(before, after, NO_BITS) === 'different') return 'other'
  const numbers = numberComparison.compare(before, after, NO_BITS)
  // In names of tours and rides, a number may be the hours, the seats or the year.
  if (numbers === 'different') return pairProfile(before, after) === 'lodging' ? 'other' : 'doubtful'
  return numbers === 'different_words' ? 'doubtful' : 'kept'
}

/** A function that returns no bits, since neither comparison uses the rarity of words. */
const NO_BITS = (): number => 0

/** Compares two names; returns undefined if the names cannot be compared. */
function keptOfTwo(a: NameFeatures, b: NameFeatures, wordBits: (word: string) => number): Kept | undefined {
  if (a.whole === b.whole) return 'kept'
  // The code corrects swaps in a fixed order of the names, so that the result is symmetric.
  const [one, two] = a.whole <= b.whole ? [a, withSwapsUndone(a, b)] : [withSwapsUndone(b, a), b]
  const { sharedCore, sharedBrand, leftCore, rightCore } = alignNames(one, two, wordBits)
  const shorter = sharedCore + Math.min(leftCore, rightCore)
  const least = sharedCore - sharedBrand >= RARE_BITS ? KEPT_RARE_SHARE : KEPT_SHARE
  if (sharedCore > 0 && sharedCore >= least * shorter) return 'kept'
  const ownOfA = a.words.filter(isOwn)
  const ownOfB = b.words.filter(isOwn)
  if (ownOfA.length === 0 || ownOfB.length === 0) {
    // `Ibis Lyon` may be `Hotel Part-Dieu`: one supplier writes the chain, another supplier the name of the house.
    return a.words.some(isTelling) && b.words.some(isTelling) ? 'doubtful' : undefined
  }
  if (isOtherScript(ownOfA, ownOfB)) return undefined
  return sharedCore < OTHER_SHARE * shorter ? 'other' : 'doubtful'
}

/**
 * Returns name b with its swapped letters corrected to the words of name a. A swap is two edits. For a short word of a
 * candidate, two edits are too many, but between two versions of one record they are a typo.
 */
function withSwapsUndone(a: NameFeatures, b: NameFeatures): NameFeatures {
  const candidates = a.words.filter(isNoNumber)
  const words = b.words.map((word) => candidates.find(({ text }) => isSwapOf(text, word.text)) ?? word)
  return { ...b, words }
}

function isSwapOf(a: string, b: string): boolean {
  if (a.length !== b.length || a.length < SWAP_CHARACTERS || a === b) return false
  let at = 0
  while (a.charAt(at) === b.charAt(at)) at++
  return a.charAt(at) === b.charAt(at + 1) && a.charAt(at + 1) === b.charAt(at) && a.slice(at + 2) === b.slice(at + 2)
}

/** Reports whether a word distinguishes a place from others: no article, no generic word, not its own city. */
function isTelling({ kind, ofCity }: NameWord): boolean {
  return kind !== 'article' && kind !== 'generic' && !ofCity
}

/** Reports whether a word distinguishes a place from others and is no word of a brand. */
function isOwn(word: NameWord): boolean {
  return isTelling(word) && !word.ofBrand
}

/**
 * Reports whether the words of two names are in different scripts. The function ignores numbers, since every script has
 * numbers.
 */
function isOtherScript(a: readonly NameWord[], b: readonly NameWord[]): boolean {
  const [lettersOfA, lettersOfB] = [a.filter(isNoNumber), b.filter(isNoNumber)]
  if (lettersOfA.length === 0 || lettersOfB.length === 0) return false
  return lettersOfA.some(isLatin) !== lettersOfB.some(isLatin)
}

function isNoNumber({ kind }: NameWord): boolean {
  return kind !== 'number'
}

function isLatin({ text }: NameWord): boolean {
  return /[a-z]/.test(text)
}
