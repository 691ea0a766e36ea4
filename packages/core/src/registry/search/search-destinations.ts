import { LRUCache } from 'lru-cache'
import { foldCity } from '../../features/extract/address-features.ts'
import { stateOfTerritory } from '../../geo/dependent-territories.ts'
import type { Gazetteer } from '../../geo/gazetteer.ts'
import { parseCountry } from '../../ingest/parse-country.ts'
import type { TermGroup } from '../../storage/search-query.ts'
import { fold } from '../../text/fold.ts'
import { nameWords } from '../../text/name-words.ts'

/** The maximum number of cities with one name. The search uses the largest cities. */
const MAX_CITIES = 3
const MAX_SPAN_WORDS = 3
const AIRPORT_CODE_PATTERN = /^[A-Z]{3}$/
/** Country codes that people use like words. Other codes are often words in some language (`per`, `can`). */
const WORD_CODES: ReadonlySet<string> = new Set(['usa', 'uk', 'uae'])

/** The maximum number of cached spans. It limits the cache to a few megabytes: few spans are cities with many names. */
const MAX_CACHED_SPANS = 8_192

/** A few consecutive words of a text. */
interface Span {
  /** The words of the span, split like words of names. */
  readonly words: readonly string[]
  /** The terms of the destinations with this name. One of these terms is always a city. */
  readonly terms: readonly string[]
}

type Spans = LRUCache<string, Span>

/** A cache by gazetteer. Two gazetteers have different cities, but the results of one gazetteer never change. */
const spansByGazetteer = new WeakMap<Gazetteer, Spans>()
const spansWithoutGazetteer: Spans = new LRUCache({ max: MAX_CACHED_SPANS })

/** The destinations that a text mentions. */
export interface Destinations {
  /** The terms of the destinations that contain a word, by word. */
  readonly byWord: ReadonlyMap<string, readonly string[]>
  /**
   * The city names of several words that the gazetteer contains. Each name is a list of words, split like words of
   * names.
   */
  readonly spans: readonly (readonly string[])[]
}

/** Returns the cities, countries and airports that match a span of up to three words. */
export function destinationsIn(text: string, gazetteer: Gazetteer | undefined): Destinations {
  const raw = fold(text).split(' ').filter(Boolean)
  const spanCache = spansOf(gazetteer)
  const termsByWord = new Map<string, Set<string>>()
  const spans: (readonly string[])[] = []
  for (let from = 0; from < raw.length; from++) {
    for (let to = from + 1; to <= Math.min(raw.length, from + MAX_SPAN_WORDS); to++) {
      const { words, terms } = cachedSpan(spanCache, raw.slice(from, to).join(' '), gazetteer)
      if (to - from > 1 && terms.length > 1) spans.push(words)
      for (const word of words) {
        const ofWord = termsByWord.get(word)
        if (ofWord === undefined) termsByWord.set(word, new Set(terms))
        else for (const term of terms) ofWord.add(term)
      }
    }
  }
  const byWord = new Map<string, readonly string[]>()
  for (const [word, terms] of termsByWord) byWord.set(word, [...terms])
  return { byWord, spans }
}

function spansOf(gazetteer: Gazetteer | undefined): Spans {
  if (gazetteer === undefined) return spansWithoutGazetteer
  let spans = spansByGazetteer.get(gazetteer)
  if (spans === undefined) {
    spans = new LRUCache({ max: MAX_CACHED_SPANS })
    spansByGazetteer.set(gazetteer, spans)
  }
  return spans
}

/**
 * Returns a span from a cache. People search for the same places repeatedly, and a text of five words has twelve spans.
 */
function cachedSpan(spanCache: Spans, text: string, gazetteer: Gazetteer | undefined): Span {
  let span = spanCache.get(text)
  if (span === undefined) {
    span = { words: nameWords(text), terms: destinationTerms(text, gazetteer) }
    spanCache.set(text, span)
  }
  return span
}

function destinationTerms(span: string, gazetteer: Gazetteer | undefined): string[] {
  const terms = cityTerms(span, gazetteer)
  const country = span.length > 3 || WORD_CODES.has(span) ? parseCountry(span) : undefined
  if (country !== undefined) terms.push(`country:${country}`)
  terms.push(...airportTerms(span, gazetteer))
  return terms
}

/** Returns the terms of a city, one term for each of its names. */
export function cityTerms(text: string, gazetteer: Gazetteer | undefined): string[] {
  const cities = gazetteer?.citiesByName(text) ?? []
  const terms = new Set([`city:${foldCity(text)}`])
  for (const { name, aliases } of cities.slice(0, MAX_CITIES)) {
    terms.add(`city:${foldCity(name)}`)
    for (const alias of aliases) terms.add(`city:${foldCity(alias)}`)
  }
  return [...terms]
}

function airportTerms(text: string, gazetteer: Gazetteer | undefined): string[] {
  const code = text.trim().toUpperCase()
  return AIRPORT_CODE_PATTERN.test(code) && gazetteer?.airport(code) !== undefined ? [`iata:${code}`] : []
}

/**
 * Returns the filter of a destination. The destination is a city by any of its names, a region as records write it, the
 * displayed country, or an airport code. A product must match all parts between commas: `Vienna, Austria`.
 *
 * A country matches only the displayed country, not cities with that name or a former name: `Albania` does not find
 * Albany. To find a city that has the name of a country, add its location: `Lebanon, United States`, `Atlanta,
 * Georgia`.
 */
export function destinationFilter(text: string, gazetteer: Gazetteer | undefined): TermGroup[] {
  const parts = text.split(',').filter((part) => fold(part) !== '')
  if (parts.length === 0) return [{ any: placeTerms(text, gazetteer) }]
  return parts.flatMap((part, at): TermGroup[] => {
    const country = parseCountry(part)
    if (country === undefined) return [{ any: placeTerms(part, gazetteer) }]
    const isLast = at === parts.length - 1
    if (!isLast) return [{ any: [...placeTerms(part, gazetteer), `country:${country}`] }]
    const any = [`country:${country}`, ...airportTerms(part, gazetteer)]
    const state = stateOfTerritory(country)
    if (state !== undefined) {
      // For a territory, many suppliers use the code of its state and write the territory as region or city. No other
      // country matches here.
      const named = { any: [...any, `region:${fold(part)}`, `city:${foldCity(part)}`] }
      return [named, { any: [...any, `country:${state}`] }]
    }
    // The word `Georgia` after a city may mean the US state.
    return [{ any: parts.length > 1 ? [...any, `region:${fold(part)}`] : any }]
  })
}

/** Returns the terms of a place that is not a country. */
function placeTerms(part: string, gazetteer: Gazetteer | undefined): string[] {
  return [...cityTerms(part, gazetteer), `region:${fold(part)}`, ...airportTerms(part, gazetteer)]
}
