import type { NameFeatures, NameWord } from '../../features/record-features.ts'
import type { Comparison, WordBits } from '../comparison.ts'
import { glanceAtNames } from './name-glance.ts'
import { BRAND_WORD_BITS, canTell, type NameWords, wordsOf } from './name-words.ts'
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
 * Compares the rarest word that two names share: no more places can have the name than have this word. Words that
 * always occur together (`Tim Hortons`) tell no more than one of them, but their sum would count both. For words of
 * scripts without spaces, a piece may be the word.
 */
export const rarityComparison: Comparison = {
  name: 'rarity',
  description: 'How rare the rarest shared word of both names is.',
  levels: [...STEPS.map(([level]) => level), 'common', 'unknown'],
  chains: [[...STEPS.map(([level]) => level), 'common']],
  speaks: ({ names }) => names.length > 0,
  compare: ({ names: ofLeft }, { names: ofRight }, wordBits) => {
    let most = 0
    for (const a of ofLeft) for (const b of ofRight) most = Math.max(most, rarestShared(a, b, wordBits))
    return levelOf(most)
  },
  glance: (asked, other, wordBits) => {
    const { rarest } = glanceAtNames(asked, other, wordBits)
    return rarest === undefined ? undefined : levelOf(rarest)
  },
  show: ({ name, altNames }) =>
    [name, ...(altNames ?? []).map((alt) => alt.name)].filter(Boolean).join(' | ') || undefined,
}

function levelOf(bits: number): string {
  if (bits === 0) return 'unknown'
  for (const [level, least] of STEPS) if (bits >= least) return level
  return 'common'
}

function rarestShared(left: NameFeatures, right: NameFeatures, wordBits: WordBits): number {
  const own = wordsOf(left, wordBits)
  const others = wordsOf(right, wordBits)
  const ofPieces = rarestPiece(left.words, own, right.words, others)
  if ((own.tellingSignature & others.tellingSignature) === 0) return ofPieces
  let most = ofPieces
  for (let at = 0; at < own.hashes.length; at++) {
    for (let other = 0; other < others.hashes.length; other++) {
      if (own.hashes[at] !== others.hashes[other]) continue
      const word = left.words[at] as NameWord
      const same = right.words[other] as NameWord
      // A name may contain a word twice, once as part of the brand. All pairs count, which keeps the result symmetric.
      if (!canTell(word) || !canTell(same)) continue
      most = Math.max(most, word.ofBrand || same.ofBrand ? BRAND_WORD_BITS : (own.bits[at] as number))
    }
  }
  return most
}

function rarestPiece(left: readonly NameWord[], own: NameWords, right: readonly NameWord[], others: NameWords): number {
  if (!own.isSpaceless || !others.isSpaceless) return 0
  let most = 0
  for (const [at, a] of left.entries()) {
    if (own.spaceless[at] !== true || !canTell(a) || a.ofBrand) continue
    for (const [other, b] of right.entries()) {
      if (others.spaceless[other] !== true || !canTell(b) || b.ofBrand || a.hash === b.hash) continue
      most = Math.max(most, pieceBits(longestPiece(a.text, b.text), own.bitsBy))
    }
  }
  return most
}
