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
  /** In order, split as the words of names. Never empty. */
  readonly all: readonly string[]
  /** Required words: all but articles and generic words; all words if there are no others. Each once. */
  readonly core: readonly string[]
  /** The other words, which only rank. Each once. */
  readonly ranking: readonly string[]
  /** The last word as typed, which may be a prefix. */
  readonly typed: string
  /** Core words that belong together (a brand, a city of several words), the least informative first. */
  readonly units: readonly (readonly string[])[]
  /** Terms of the destinations that contain a word. */
  destinations(word: string): readonly string[]
}

/** @returns undefined if the text has no words. */
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
 * Returns the parts that a name must contain for a word to be found there. In a script without spaces the word may be
 * part of a longer one: its bigrams, which a name with the longer word has too.
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
  // The information of a unit is that of its most informative word: the rarity of the others mostly follows from it.
  const bits = new Map(units.map((unit) => [unit, Math.max(...unit.map(wordBits))]))
  const position = (unit: readonly string[]): number => core.indexOf(unit[0] as string)
  return units.sort((a, b) => (bits.get(a) ?? 0) - (bits.get(b) ?? 0) || position(b) - position(a))
}
