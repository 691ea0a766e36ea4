import { brandComparison } from '../comparison/aspects/brand-comparison.ts'
import { alignNames } from '../comparison/names/name-alignment.ts'
import { numberComparison } from '../comparison/names/number-comparison.ts'
import type { NameFeatures, NameWord, RecordFeatures } from '../features/record-features.ts'
import { type PairScorer, pairProfile } from '../scoring/score-pair.ts'

/**
 * Comparison of a part of two versions of a record: the part is the same, it is clearly another one, or the rest of the
 * record must decide.
 */
export type Kept = 'kept' | 'doubtful' | 'other'

/** Minimum share of the shorter name's core bits for the same name with words added or removed. */
const KEPT_SHARE = 0.7
/** The same if the shared part is a word that few places have. */
const KEPT_RARE_SHARE = 0.45
const RARE_BITS = 9
/** A swap of letters in a shorter word may make another word. */
const SWAP_CHARACTERS = 4
/** Below this share the names share only common words: a brand, `Grand`, `Park`. */
const OTHER_SHARE = 0.3

/**
 * Whether a later version of a record still carries the name of the earlier one. If there are several names, the best pair decides.
 *
 * Generic words, articles and the city come and go, typos are corrected and names are shortened or extended: none of
 * that is another name. Nor is a name that cannot be compared: one in another script, or one without a word of its own.
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

/** `Hotel 81` and `Hotel 18`, `Novotel Part-Dieu` and `Mercure Part-Dieu`: most of the name agrees, but not what tells. */
function signOf(before: RecordFeatures, after: RecordFeatures): Kept {
  if (brandComparison.compare(before, after, NO_BITS) === 'different') return 'other'
  const numbers = numberComparison.compare(before, after, NO_BITS)
  // Of tours and rides a number may be the hours, the seats, the year.
  if (numbers === 'different') return pairProfile(before, after) === 'lodging' ? 'other' : 'doubtful'
  return numbers === 'different_words' ? 'doubtful' : 'kept'
}

/** Neither comparison looks at how rare a word is. */
const NO_BITS = (): number => 0

/** Undefined when the two cannot be compared. */
function keptOfTwo(a: NameFeatures, b: NameFeatures, wordBits: (word: string) => number): Kept | undefined {
  if (a.whole === b.whole) return 'kept'
  // Undone in one fixed order, so that it is the same both ways round.
  const [one, two] = a.whole <= b.whole ? [a, withSwapsUndone(a, b)] : [withSwapsUndone(b, a), b]
  const { sharedCore, sharedBrand, leftCore, rightCore } = alignNames(one, two, wordBits)
  const shorter = sharedCore + Math.min(leftCore, rightCore)
  const least = sharedCore - sharedBrand >= RARE_BITS ? KEPT_RARE_SHARE : KEPT_SHARE
  if (sharedCore > 0 && sharedCore >= least * shorter) return 'kept'
  const ownOfA = a.words.filter(isOwn)
  const ownOfB = b.words.filter(isOwn)
  if (ownOfA.length === 0 || ownOfB.length === 0) {
    // `Ibis Lyon` may well be `Hotel Part-Dieu`: the chain is on one side, what it calls the house on the other.
    return a.words.some(isTelling) && b.words.some(isTelling) ? 'doubtful' : undefined
  }
  if (isOtherScript(ownOfA, ownOfB)) return undefined
  return sharedCore < OTHER_SHARE * shorter ? 'other' : 'doubtful'
}

/** Two letters in the wrong order are two edits, too many for a short word among candidates; of one code they are a typo. */
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

/** Tells this place from others: no article, no kind of place, not its own city. */
function isTelling({ kind, ofCity }: NameWord): boolean {
  return kind !== 'article' && kind !== 'generic' && !ofCity
}

/** The same, and no chain's. */
function isOwn(word: NameWord): boolean {
  return isTelling(word) && !word.ofBrand
}

/** Words that cannot be compared; numbers can in any script. */
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
