import type { Language } from '../languages/language.ts'
import { hashNumbers, type Random } from '../random/random.ts'
import { pickOtherBrand } from './brand-table.ts'
import type { LodgingName } from './lodging-name.ts'
import { type NameWord, nameWord } from './name-word.ts'

/** How a house next door differs from its sibling in name. */
export type SiblingKind = 'number' | 'district' | 'mark' | 'brand'

const KINDS: readonly SiblingKind[] = ['number', 'district', 'mark', 'brand']

/**
 * The name of the house next door: a number, a part of town, `Annex` or `Spa`, or
 * another brand under the same roof. What people and matchers mix up.
 *
 * @param slot - Which sibling, 1 upwards. Siblings of one house differ from each other
 *   because neighbouring slots get different kinds and each its own number.
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
