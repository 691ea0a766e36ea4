import { recogniseBrand } from '../../features/extract/brand-features.ts'
import { informativeWords } from '../../features/extract/search-terms.ts'
import type { Gazetteer } from '../../geo/gazetteer.ts'
import { fold } from '../../text/fold.ts'
import { nameWords } from '../../text/name-words.ts'
import { bigrams, isSpaceless } from '../../text/script.ts'
import { wordBits } from '../../text/word-table.ts'
import { destinationsIn } from './search-destinations.ts'

/** The words of a search text. */
export interface SearchWords {
  /** All words in order, split like words of names. The list is never empty. */
  readonly all: readonly string[]
  /**
   * The required words without duplicates: all words except articles and generic words. If no word remains, all words.
   */
  readonly core: readonly string[]
  /** The remaining words without duplicates. They only affect the rank. */
  readonly ranking: readonly string[]
  /** The last word as the user typed it. The word may be a prefix. */
  readonly typed: string
  /**
   * Groups of core words that belong together, such as a brand or a city of several words. The least informative group
   * comes first.
   */
  readonly units: readonly (readonly string[])[]
  /** Returns the terms of the destinations that contain a word. */
  destinations(word: string): readonly string[]
}

/**
 * Parses the words of a search text.
 *
 * @returns undefined if the text has no words.
 */
export function searchWords(text: string, gazetteer: Gazetteer | undefined): SearchWords | undefined {
  const all = nameWords(text)
  if (all.length === 0) return undefined
  const core = informativeWords(all)
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
 * Returns the parts that a name must contain so that a search finds the word in the name. In a script without spaces,
 * the word may be part of a longer word. So the parts are the bigrams of the word, which the longer word also contains.
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
  // A group is as informative as its most informative word, since the other words mostly occur together with that word.
  const bits = new Map(units.map((unit) => [unit, Math.max(...unit.map(wordBits))]))
  const position = (unit: readonly string[]): number => core.indexOf(unit[0] as string)
  return units.sort((a, b) => (bits.get(a) ?? 0) - (bits.get(b) ?? 0) || position(b) - position(a))
}
