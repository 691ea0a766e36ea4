import { MAX_TEXT_BYTES, type NameView } from '../../features/codec/name-view.ts'
import { mayBeTypoOf } from '../../text/edit-similarity.ts'
import {
  HALF_SHARE,
  LITTLE_BITS,
  MOSTLY_SHARE,
  NAME_LEVELS,
  type NameLevel,
  RARE_BITS,
  SOME_BITS,
} from './name-levels.ts'
import { trigramOf } from './name-spelling.ts'
import { BRAND_WORD_BITS, NUMBER_BITS } from './name-words.ts'
import type { QueryName } from './query-name.ts'

/**
 * The minimum length of a word with a typo. `isTypoOf` returns false for shorter words and for larger differences of
 * length.
 */
const MIN_TYPO_LENGTH = 4
const MAX_TYPO_GAP = 2
/** The bit of Latin, which is the only script with ASCII letters. */
const LATIN = 1
const SPACE = 0x20

const text = new Uint8Array(MAX_TEXT_BYTES)

/** Returns the bits of the rarest shared word, as `rarityComparison` counts them. The other name must be ASCII. */
export function rarestSharedBits(query: QueryName, other: NameView): number {
  if ((query.signature & signatureOf(other)) === 0) return 0
  let max = 0
  for (let at = 0; at < query.hashes.length; at++) {
    const word = query.words[at]
    if (word === undefined || query.core[at] !== true || word.kind === 'number') continue
    for (let same = 0; same < other.words; same++) {
      if (query.hashes[at] !== other.hashes[same] || !other.isCore(same) || other.isNumber(same)) continue
      max = Math.max(max, word.ofBrand || other.isOfBrand(same) ? BRAND_WORD_BITS : (query.bits[at] as number))
    }
  }
  return max
}

/** Returns an upper bound of the share of common trigrams, 0 to 1. The other name must be ASCII. */
export function maxSpellingShare(query: QueryName, other: NameView): number {
  const length = other.copyText(text)
  if (length === 0) return 0
  let shared = 0
  let [first, second] = [SPACE, text[0] as number]
  for (let at = 1; at <= length; at++) {
    const third = at === length ? SPACE : (text[at] as number)
    if (query.mayHaveTrigram(trigramOf(first, second, third))) shared++
    first = second
    second = third
  }
  return (2 * Math.min(shared, query.trigrams)) / (query.trigrams + length)
}

/** The tolerance for comparing sums of bits. The order of addition changes the last digits of a sum. */
const TOLERANCE = 1e-9

/** Returns a set of levels, with one bit for the position of each level in {@link NAME_LEVELS}. */
function setOf(...levels: readonly NameLevel[]): number {
  return levels.reduce((set, level) => set | (1 << NAME_LEVELS.indexOf(level)), 0)
}

/** The set of all levels of a name. */
export const ANY_LEVEL: number = setOf(...NAME_LEVELS)
const WITHOUT_CORE = setOf('generic_only', 'little_shared')
const WITH_THE_SAME_CORE = setOf('same_core_rare', 'same_core', 'same_core_other_kind', 'brand_only')
const NOTHING = setOf('nothing_shared')
const OTHER_SCRIPT = setOf('other_script')
const LITTLE = setOf('little_shared')
const SOME = setOf('some_shared')
const HALF = setOf('half_same')
const MOSTLY = setOf('mostly_same')
const CONTAINED = setOf('contained')
const CONTAINED_RARE = setOf('contained_rare')

/**
 * Returns the possible levels of two names, as bits by their positions in {@link NAME_LEVELS}. The other name must be
 * ASCII.
 */
export function possibleLevels(query: QueryName, other: NameView): number {
  if (query.whole === other.whole || query.hasTwice || mayJoin(query, other)) return ANY_LEVEL
  // These variables are an upper bound of the shared bits and lower bounds of the unshared bits of each name.
  let [shared, left, right] = [0, 0, 0]
  for (let at = 0; at < query.hashes.length; at++) {
    const hash = query.hashes[at] as number
    if (isAmong(hash, other)) {
      if (query.core[at] === true || isCoreAmong(hash, other)) shared += query.bits[at] as number
    } else if (query.core[at] === true) {
      if (mayBeTypo(query, at, other)) return ANY_LEVEL
      left += query.bits[at] as number
    }
  }
  for (let word = 0; word < other.words; word++) {
    if (!other.isCore(word) || query.hashes.includes(other.hashes[word] as number)) continue
    // The bits of any other word depend on its text, and this function does not read the text.
    if (other.isNumber(word)) right += NUMBER_BITS
    else if (other.isOfBrand(word)) right += BRAND_WORD_BITS
  }
  let levels = NOTHING
  if (query.coreScripts !== 0 && (query.coreScripts & LATIN) === 0) levels |= OTHER_SCRIPT
  if (left === 0 && right === 0) levels |= WITHOUT_CORE
  if (shared === 0) return levels
  if (left === 0 && right === 0) levels |= WITH_THE_SAME_CORE
  if (left === 0 || right === 0) levels |= shared >= RARE_BITS - TOLERANCE ? CONTAINED | CONTAINED_RARE : CONTAINED
  const share = shared / (shared + left + right) + TOLERANCE
  if (share >= MOSTLY_SHARE) levels |= MOSTLY
  if (share >= HALF_SHARE) levels |= HALF
  if (shared >= SOME_BITS - TOLERANCE) levels |= SOME
  if (shared >= LITTLE_BITS - TOLERANCE) levels |= LITTLE
  return levels
}

function signatureOf(other: NameView): number {
  let signature = 0
  for (let word = 0; word < other.words; word++) signature |= 1 << ((other.hashes[word] as number) & 31)
  return signature
}

function isAmong(hash: number, other: NameView): boolean {
  for (let word = 0; word < other.words; word++) if (other.hashes[word] === hash) return true
  return false
}

/**
 * Reports whether the other name contains a core word with this hash. A name may contain one word twice, once as part
 * of the city.
 */
function isCoreAmong(hash: number, other: NameView): boolean {
  for (let word = 0; word < other.words; word++) if (other.hashes[word] === hash && other.isCore(word)) return true
  return false
}

/** Reports whether two adjacent words of one name may be one word of the other name. */
function mayJoin(query: QueryName, other: NameView): boolean {
  const { words, letters } = query
  for (let at = 1; at < words.length; at++) {
    const length = (words[at - 1]?.text.length ?? 0) + (words[at]?.text.length ?? 0)
    const both = (letters[at - 1] as number) | (letters[at] as number)
    for (let word = 0; word < other.words; word++) {
      if (other.lengths[word] === length && other.letters[word] === both) return true
    }
  }
  for (let word = 1; word < other.words; word++) {
    const length = (other.lengths[word - 1] as number) + (other.lengths[word] as number)
    const both = (other.letters[word - 1] as number) | (other.letters[word] as number)
    for (let at = 0; at < words.length; at++) {
      if (words[at]?.text.length === length && letters[at] === both) return true
    }
  }
  return false
}

/** Reports whether an unmatched core word of the query may differ from a word of the other name by a typo. */
function mayBeTypo(query: QueryName, at: number, other: NameView): boolean {
  const word = query.words[at]
  if (word === undefined || word.kind === 'number') return false
  const { length } = word.text
  if (length < MIN_TYPO_LENGTH) return false
  for (let same = 0; same < other.words; same++) {
    const gap = length - (other.lengths[same] as number)
    if (gap > MAX_TYPO_GAP || gap < -MAX_TYPO_GAP || (other.lengths[same] as number) < MIN_TYPO_LENGTH) continue
    if (!other.isCore(same) || other.isNumber(same)) continue
    if (mayBeTypoOf(query.letters[at] as number, other.letters[same] as number)) return true
  }
  return false
}
