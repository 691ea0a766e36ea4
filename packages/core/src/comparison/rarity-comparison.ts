import type { NameFeatures, NameWord } from '../features/record-features.ts'
import type { Comparison, WordBits } from './comparison.ts'

/** Bits of the rarest shared word from which on each level holds. */
const STEPS = [
  ['over_10_bits', 10],
  ['over_9_bits', 9],
  ['over_8_bits', 8],
  ['over_7_bits', 7],
  ['over_6_bits', 6],
  ['over_5_bits', 5],
] as const
/** Branches of a chain share its name. */
const BRAND_WORD_BITS = 3

/**
 * Compares by the rarest word that two names share: at most as many places can have the name as have that word. A name
 * of two words that always stand together (`Tim Hortons`) tells no more than one of them, which the sum of both hides.
 */
export const rarityComparison: Comparison = {
  name: 'rarity',
  description: 'How rare the rarest word is that both names have.',
  levels: [...STEPS.map(([level]) => level), 'common', 'unknown'],
  chains: [[...STEPS.map(([level]) => level), 'common']],
  compare: ({ names: ofLeft }, { names: ofRight }, wordBits) => {
    let most = 0
    for (const a of ofLeft) for (const b of ofRight) most = Math.max(most, rarestShared(a, b, wordBits))
    if (most === 0) return 'unknown'
    for (const [level, least] of STEPS) if (most >= least) return level
    return 'common'
  },
  show: ({ name, altNames }) =>
    [name, ...(altNames ?? []).map((alt) => alt.name)].filter(Boolean).join(' | ') || undefined,
}

function rarestShared({ words }: NameFeatures, { words: others }: NameFeatures, wordBits: WordBits): number {
  let most = 0
  for (const word of words) {
    if (!canTell(word)) continue
    for (const other of others) {
      // A word may stand in a name twice, once as the brand's: all pairs count, so that it is the same either way round.
      if (word.hash !== other.hash || !canTell(other)) continue
      most = Math.max(most, word.ofBrand || other.ofBrand ? BRAND_WORD_BITS : wordBits(word.text))
    }
  }
  return most
}

function canTell({ kind, ofCity }: NameWord): boolean {
  return kind !== 'article' && kind !== 'generic' && kind !== 'number' && !ofCity
}
