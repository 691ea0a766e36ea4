import { coreOfName } from '../../features/extract/search-terms.ts'
import type { TermCondition, TermGroup } from '../../storage/search-query.ts'
import { type ExpandedWords, NO_EXPANSION } from './search-expansion.ts'
import { partsOfWord, type SearchWords } from './search-words.ts'

/**
 * The maximum number of consecutive words, at an end or in the middle, that may be a destination instead of a part of
 * the name.
 */
const MAX_SPAN_WORDS = 3
/** The maximum number of core words that may be missing in a name. Each number of missing words has its own tier. */
const MAX_MISSING = 3
const MAX_LAST_TIERS = 12

/**
 * Returns the conditions of a search text, from the narrowest to the widest:
 *
 *   1  the whole name
 *   2  the whole name at one end of the text; the other words are the place
 *   3  the core words of the name; the other words are the place
 *   4  all core words in the name or the place: first with all core words in the name, then with all but one, two or
 *      three, then with at least one. Each condition comes first with the ranking words, then without them
 *   5  all core words anywhere (also in brand, operator, supplier, category)
 *
 * Core words are all words except generic words and articles, which only affect the rank. A word of a destination (a
 * city by any of its names, a country, an airport code) also matches products there. The last tier finds every product
 * that any other tier finds.
 */
export function exactTiers(words: SearchWords): TermCondition[] {
  const { all, core, ranking } = words
  const wordTerms = new WordTerms(words, NO_EXPANSION)
  const placed = core.flatMap((word) => wordTerms.inNameOrPlace(word))
  const rankingInName = ranking.flatMap((word) => wordTerms.inName(word))
  const names = core.flatMap((word) => wordTerms.inName(word)).map(({ any }): TermGroup => ({ any, optional: true }))
  const tiers: TermCondition[] = [
    { groups: [{ any: [`whole:${all.join(' ')}`] }] },
    { groups: [{ any: wholeNames(all) }, ...placed] },
    { groups: [{ any: coreNames(all) }, ...placed] },
  ]
  const levels = Array.from({ length: MAX_MISSING + 1 }, (_, missing) => names.length - missing)
  for (const atLeast of new Set([...levels.filter((level) => level > 1), 1])) {
    if (rankingInName.length > 0)
      tiers.push({ groups: [...placed, ...names, ...rankingInName], minShouldMatch: atLeast })
    tiers.push({ groups: [...placed, ...names], minShouldMatch: atLeast })
  }
  const anywhere = core.flatMap((word) => wordTerms.anywhere(word))
  if (ranking.length > 0) tiers.push({ groups: [...anywhere, ...ranking.flatMap((word) => wordTerms.anywhere(word))] })
  tiers.push({ groups: anywhere })
  return tiers
}

/**
 * Returns conditions that also accept the expansions of each word. The order is: all words in the name, some words in
 * the name, words anywhere.
 */
export function expandedTiers(words: SearchWords, expanded: ExpandedWords): TermCondition[] {
  const { core } = words
  const wordTerms = new WordTerms(words, expanded)
  const placed = core.flatMap((word) => wordTerms.inNameOrPlace(word))
  const names = core.flatMap((word) => wordTerms.inName(word))
  return [
    { groups: [...placed, ...names] },
    { groups: [...placed, { any: names.flatMap(({ any }) => any) }] },
    widestTier(words, expanded),
  ]
}

/** Returns one condition that finds every product that another tier finds. */
export function widestTier(words: SearchWords, expanded: ExpandedWords): TermCondition {
  const wordTerms = new WordTerms(words, expanded)
  return { groups: words.core.flatMap((word) => wordTerms.anywhere(word)) }
}

/**
 * Returns conditions with all core words but one, or without the words of one brand or city name. The first condition
 * omits the least informative word. Returns no condition for a text with only one core word or name.
 */
export function lastTiers(words: SearchWords, expanded: ExpandedWords): TermCondition[] {
  const { core, units } = words
  const wordTerms = new WordTerms(words, expanded)
  return units.slice(0, countLastTiers(words)).map((missed) => ({
    groups: core.filter((word) => !missed.includes(word)).flatMap((word) => wordTerms.anywhere(word)),
  }))
}

/**
 * Returns the number of last tiers that together find every product of the stage. This number is one, for the widest
 * tier. At the last stage, it is the number of all tiers that lack a word.
 */
export function countWidestTiers(words: SearchWords, isLastStage: boolean): number {
  return isLastStage ? Math.max(1, countLastTiers(words)) : 1
}

function countLastTiers({ units }: SearchWords): number {
  return units.length < 2 ? 0 : Math.min(units.length, MAX_LAST_TIERS)
}

/**
 * Returns one condition that finds the same products as all {@link lastTiers}: products with all core words but one.
 * Use this condition if the order of the results does not depend on the missing word.
 */
export function lastTier(words: SearchWords, expanded: ExpandedWords): TermCondition | undefined {
  const groups = widestTier(words, expanded).groups.map(({ any }): TermGroup => ({ any, optional: true }))
  return groups.length < 2 ? undefined : { groups, minShouldMatch: groups.length - 1 }
}

/** The search terms of the words of a text. The class builds each group only once. */
class WordTerms {
  readonly #words: SearchWords
  readonly #expanded: ExpandedWords
  readonly #inName = new Map<string, TermGroup[]>()
  readonly #inNameOrPlace = new Map<string, TermGroup[]>()
  readonly #anywhere = new Map<string, TermGroup[]>()

  constructor(words: SearchWords, expanded: ExpandedWords) {
    this.#words = words
    this.#expanded = expanded
  }

  inName(word: string): TermGroup[] {
    return cached(this.#inName, word, () => this.#parts(word, []))
  }

  inNameOrPlace(word: string): TermGroup[] {
    return cached(this.#inNameOrPlace, word, () => this.#parts(word, this.#elsewhere(word)))
  }

  anywhere(word: string): TermGroup[] {
    const more = (): string[] => [...this.#elsewhere(word), `other:${word}`, ...this.#expanded.terms('other', word)]
    return cached(this.#anywhere, word, () => this.#parts(word, more()))
  }

  #elsewhere(word: string): string[] {
    return [`place:${word}`, ...this.#words.destinations(word), ...this.#expanded.terms('place', word)]
  }

  #parts(word: string, more: readonly string[]): TermGroup[] {
    const rest = [...this.#expanded.terms('name', word), ...more]
    return partsOfWord(word).map((part) => ({ any: [`name:${part}`, ...rest] }))
  }
}

function cached(groups: Map<string, TermGroup[]>, word: string, make: () => TermGroup[]): TermGroup[] {
  let ofWord = groups.get(word)
  if (ofWord === undefined) {
    ofWord = make()
    groups.set(word, ofWord)
  }
  return ofWord
}

/** Returns the text, and the text without a few words at its start or end. */
function wholeNames(words: readonly string[]): string[] {
  const names = [words]
  for (let count = 1; count <= Math.min(MAX_SPAN_WORDS, words.length - 1); count++) {
    names.push(words.slice(0, -count), words.slice(count))
  }
  return names.map((name) => `whole:${name.join(' ')}`)
}

/** Returns the core words of the text, and the core words of the text without a few consecutive words. */
function coreNames(words: readonly string[]): string[] {
  const names = new Set([coreOfName(words, [])])
  for (let count = 1; count <= Math.min(MAX_SPAN_WORDS, words.length - 1); count++) {
    for (let at = 0; at + count <= words.length; at++) {
      const left = words.slice(at, at + count)
      names.add(
        coreOfName(
          words.filter((word) => !left.includes(word)),
          [],
        ),
      )
    }
  }
  return [...names].filter((name) => name !== '').map((name) => `core:${name}`)
}
