import { foldCity } from '../features/address-features.ts'
import type { Gazetteer } from '../model/gazetteer.ts'
import { parseCountry } from '../repair/parse-country.ts'
import type { TermCondition, TermGroup } from '../storage/search-query.ts'
import { fold } from '../text/fold.ts'
import { genericConcept, isArticle } from '../text/generic-words.ts'
import { nameWords } from '../text/name-words.ts'
import { bigrams, isSpaceless } from '../text/script.ts'

/** Cities of one name, and their other names, that a destination stands for. */
const CITIES = 3
const ALIASES = 30
const SPAN_WORDS = 3

/**
 * What a search text asks, as conditions from the narrowest to the widest:
 *
 *   1 the whole name   2 all words in the name   3 core words in name or place, one of them in
 *   the name   4 core words anywhere   5 core words but one
 *
 * Core words are all but generic words and articles, which only rank: a product that has them
 * comes in an earlier tier. Where a word is part of a destination (a city by any of its names,
 * a country, an airport's code), the products there have it too.
 */
export interface SearchTiers {
  readonly tiers: readonly TermCondition[]
  /** Asked only when the others give fewer products than a page. */
  readonly lastTier: TermCondition | undefined
}

/** @returns undefined when the text has no word at all. */
export function searchTiers(
  text: string,
  filters: readonly TermGroup[],
  gazetteer: Gazetteer | undefined,
): SearchTiers | undefined {
  const words = nameWords(text)
  if (words.length === 0) return undefined
  const telling = words.filter((word) => !isArticle(word) && genericConcept(word) === undefined)
  const core = telling.length > 0 ? telling : words
  const destinations = destinationsByWord(text, gazetteer)
  const all = (groups: readonly TermGroup[]): TermCondition => ({ groups: [...groups, ...filters] })

  const inName = (list: readonly string[]): TermGroup[] =>
    list.flatMap(partsOfWord).map((part) => ({ any: [`name:${part}`] }))
  const elsewhere = (word: string): string[] => [`place:${word}`, ...(destinations.get(word) ?? [])]
  const placed = core.flatMap((word) =>
    partsOfWord(word).map((part): TermGroup => ({ any: [`name:${part}`, ...elsewhere(word)] })),
  )
  const anywhere = core.flatMap((word) =>
    partsOfWord(word).map((part): TermGroup => ({ any: [`name:${part}`, ...elsewhere(word), `other:${word}`] })),
  )
  const someInName = { any: core.flatMap(partsOfWord).map((part) => `name:${part}`) }
  return {
    tiers: [
      all([{ any: [`whole:${words.join(' ')}`] }]),
      all(inName(words)),
      all([...placed, someInName]),
      all(anywhere),
    ],
    lastTier:
      core.length < 2
        ? undefined
        : {
            groups: [
              ...core.map((word) => ({ any: [`name:${word}`, ...elsewhere(word), `other:${word}`], optional: true })),
              ...filters,
            ],
            atLeast: core.length - 1,
          },
  }
}

/**
 * What has to stand in a name for a word of the text to be found there. Of a script without
 * spaces the text may hold a part of a longer word: its pairs of characters, which a name that
 * has the whole word has too.
 */
function partsOfWord(word: string): string[] {
  return isSpaceless(word) ? bigrams(word) : [word]
}

/** Terms that stand for the destinations in a text, by the words of the text they cover. */
function destinationsByWord(text: string, gazetteer: Gazetteer | undefined): Map<string, string[]> {
  const raw = fold(text).split(' ').filter(Boolean)
  const terms = new Map<string, string[]>()
  for (let from = 0; from < raw.length; from++) {
    for (let to = from + 1; to <= Math.min(raw.length, from + SPAN_WORDS); to++) {
      const span = raw.slice(from, to).join(' ')
      const found = destinationTerms(span, gazetteer)
      if (found.length === 0) continue
      for (const word of nameWords(span)) terms.set(word, [...new Set([...(terms.get(word) ?? []), ...found])])
    }
  }
  return terms
}

function destinationTerms(span: string, gazetteer: Gazetteer | undefined): string[] {
  const terms: string[] = [`city:${foldCity(span)}`]
  const country = span.length > 3 ? parseCountry(span) : undefined
  if (country !== undefined) terms.push(`country:${country}`)
  if (gazetteer === undefined) return terms
  if (/^[a-z]{3}$/.test(span) && gazetteer.airport(span) !== undefined) terms.push(`iata:${span.toUpperCase()}`)
  for (const city of gazetteer.citiesByName(span).slice(0, CITIES)) {
    for (const name of [city.name, ...city.aliases.slice(0, ALIASES)]) terms.push(`city:${foldCity(name)}`)
  }
  return [...new Set(terms)]
}
