import type { NameFeatures, NameWord } from '../../features/record-features.ts'
import type { Comparison, WordBits } from '../comparison.ts'
import { showNames } from './name-comparison.ts'
import { BRAND_WORD_BITS, isInformative, type NameWords, wordsOf } from './name-words.ts'
import { nameBounds } from './shared-name-bounds.ts'
import { longestPiece, pieceBits } from './shared-pieces.ts'

/** Minimum bits of the rarest shared word for each level. */
const STEPS = [
  ['over_10_bits', 10],
  ['over_9_bits', 9],
  ['over_8_bits', 8],
  ['over_7_bits', 7],
  ['over_6_bits', 6],
  ['over_5_bits', 5],
] as const

/**
 * Compares the rarest word that two names share. The number of places with this word limits the number of places with
 * the name. Words that always occur together (`Tim Hortons`) are no more evidence than one of them, but a sum would
 * count both. For words of scripts without spaces, a piece can take the role of the word.
 */
export const rarityComparison: Comparison = {
  name: 'rarity',
  description: 'How rare the rarest shared word of both names is.',
  levels: [...STEPS.map(([level]) => level), 'common', 'unknown'],
  monotoneLevels: [[...STEPS.map(([level]) => level), 'common']],
  isPresent: ({ names }) => names.length > 0,
  cost: 12,
  compare: ({ names: ofLeft }, { names: ofRight }, wordBits) => {
    let max = 0
    for (const a of ofLeft) for (const b of ofRight) max = Math.max(max, rarestShared(a, b, wordBits))
    return levelOf(max)
  },
  compareView: (query, other, wordBits) => {
    const { rarest } = nameBounds(query, other, wordBits)
    return rarest === undefined ? undefined : levelOf(rarest)
  },
  show: showNames,
}

function levelOf(bits: number): string {
  if (bits === 0) return 'unknown'
  for (const [level, min] of STEPS) if (bits >= min) return level
  return 'common'
}

function rarestShared(left: NameFeatures, right: NameFeatures, wordBits: WordBits): number {
  const own = wordsOf(left, wordBits)
  const others = wordsOf(right, wordBits)
  const ofPieces = rarestPiece(left.words, own, right.words, others)
  if ((own.informativeSignature & others.informativeSignature) === 0) return ofPieces
  let max = ofPieces
  for (let at = 0; at < own.hashes.length; at++) {
    for (let other = 0; other < others.hashes.length; other++) {
      if (own.hashes[at] !== others.hashes[other]) continue
      const word = left.words[at] as NameWord
      const same = right.words[other] as NameWord
      // A name may contain a word twice, once as part of the brand. All pairs count, which keeps the result symmetric.
      if (!isInformative(word) || !isInformative(same)) continue
      max = Math.max(max, word.ofBrand || same.ofBrand ? BRAND_WORD_BITS : (own.bits[at] as number))
    }
  }
  return max
}

function rarestPiece(left: readonly NameWord[], own: NameWords, right: readonly NameWord[], others: NameWords): number {
  if (!own.isSpaceless || !others.isSpaceless) return 0
  let max = 0
  for (const [at, a] of left.entries()) {
    if (own.spaceless[at] !== true || !isInformative(a) || a.ofBrand) continue
    for (const [other, b] of right.entries()) {
      if (others.spaceless[other] !== true || !isInformative(b) || b.ofBrand || a.hash === b.hash) continue
      max = Math.max(max, pieceBits(longestPiece(a.text, b.text), own.wordBits))
    }
  }
  return max
}
