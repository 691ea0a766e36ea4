import { recogniseBrand } from '../../features/extract/brand-features.ts'
import { tellingWords } from '../../features/extract/search-terms.ts'
import type { Gazetteer } from '../../geo/gazetteer.ts'
import { fold } from '../../text/fold.ts'
import { nameWords } from '../../text/name-words.ts'
import { bigrams, isSpaceless } from '../../text/script.ts'
import { wordBits } from '../../text/word-table.ts'
import { destinationsIn } from './search-destinations.ts'

/** The words of a search text, and what is known of them. */
export interface SearchWords {
  /** In their order, as the words of names are cut. Never empty. */
  readonly all: readonly string[]
  /** What a product must have: all but articles and generic words; all when there are no others. Each once. */
  readonly core: readonly string[]
  /** The others, which only rank. Each once. */
  readonly ranking: readonly string[]
  /** The last word as it was typed, which may be the beginning of another one. */
  readonly typed: string
  /** Core words that belong together (a brand, a city of several words), the least telling first. */
  readonly units: readonly (readonly string[])[]
  /** Terms of the destinations that a word is part of. */
  destinations(word: string): readonly string[]
}

/** @returns undefined when the text has no word at all. */
export function searchWords(text: string, gazetteer: Gazetteer | undefined): SearchWords | undefined {
  const all = nameWords(text)
  if (all.length === 0) return undefined
  const core = tellingWords(all)
  const { byWord, spans } = destinationsIn(text, gazetteer)
  const brand = recogniseBrand(all)
  const together = brand === undefined ? spans : [all.slice(brand.at, brand.at + brand.count), ...spans]
  return {
    all,
    core,
    ranking: [...new Set(all)].filter((word) => !core.includes(word)),
    typed: fold(text).split(' ').at(-1) ?? '',
    units: unitsOf(core, together),
    destinations: (word) => byWord.get(word) ?? [],
  }
}

/**
 * What has to stand in a name for a word of the text to be found there. Of a script without
 * spaces the text may hold a part of a longer word: its pairs of characters, which a name that
 * has the whole word has too.
 */
export function partsOfWord(word: string): string[] {
  return isSpaceless(word) ? bigrams(word) : [word]
}

function unitsOf(core: readonly string[], together: readonly (readonly string[])[]): string[][] {
  const units: string[][] = []
  const taken = new Set<string>()
  for (const words of [...together, ...core.map((word) => [word])]) {
    const own = words.filter((word) => core.includes(word))
    if (own.length === 0 || own.some((word) => taken.has(word))) continue
    for (const word of own) taken.add(word)
    units.push(own)
  }
  // What a unit tells is what its most telling word does: rarity of the others mostly follows from that one.
  const bits = new Map(units.map((unit) => [unit, Math.max(...unit.map(wordBits))]))
  const position = (unit: readonly string[]): number => core.indexOf(unit[0] as string)
  return units.sort((a, b) => (bits.get(a) ?? 0) - (bits.get(b) ?? 0) || position(b) - position(a))
}
