import type { Language } from '../languages/language.ts'
import { hashNumbers, type Random } from '../random/random.ts'
import { pickOtherBrand } from './brand-table.ts'
import type { LodgingName } from './lodging-name.ts'
import { type NameWord, nameWord } from './name-word.ts'

/** The kind of difference between the names of a lodging and its neighbouring sibling. */
export type SiblingKind = 'number' | 'district' | 'mark' | 'brand'

const KINDS: readonly SiblingKind[] = ['number', 'district', 'mark', 'brand']

/**
 * Returns the name of the sibling next door: with a number, a district, `Annex` or `Spa`, or with another brand under
 * the same roof. People and matchers confuse such names.
 *
 * @param slot - Number of the sibling, from 1. Siblings of one lodging differ from each other: adjacent slots get
 *   different kinds, and each slot has its own number.
 */
export function siblingName(
  random: Random,
  language: Language,
  base: LodgingName,
  slot: number,
  ...key: readonly number[]
): LodgingName & { readonly kind: SiblingKind } {
  const turn = (hashNumbers(...key) + slot) % KINDS.length
  const wanted = KINDS[turn] ?? 'number'
  const kind = wanted === 'brand' && base.brand === undefined ? 'number' : wanted

  if (kind === 'brand' && base.brand !== undefined) {
    const brand = pickOtherBrand(random, base.brand)
    const words = base.words.map((word) => (word.role === 'brand' ? { ...word, text: brand.name } : word))
    return { kind, brand, words }
  }
  const brand = base.brand === undefined ? {} : { brand: base.brand }
  return { kind, ...brand, words: [...base.words, siblingMark(language, kind, base.words, turn, slot)] }
}

function siblingMark(
  language: Language,
  kind: SiblingKind,
  words: readonly NameWord[],
  turn: number,
  slot: number,
): NameWord {
  if (kind === 'number') return { role: 'mark', text: String(slot + 1) }
  const entries = kind === 'mark' ? language.siblings : language.districts
  const taken = new Set(words.map((word) => word.text))
  const free = entries.filter((entry) => !taken.has(nameWord('mark', entry).text))
  return nameWord('mark', free[(turn + slot) % free.length] ?? String(slot + 1))
}
