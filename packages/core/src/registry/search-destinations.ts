import { foldCity } from '../features/address-features.ts'
import type { Gazetteer } from '../model/gazetteer.ts'
import { parseCountry } from '../repair/parse-country.ts'
import type { TermGroup } from '../storage/search-query.ts'
import { fold } from '../text/fold.ts'
import { nameWords } from '../text/name-words.ts'

/** Cities of one name that a destination stands for, the largest first. */
const CITIES = 3
const SPAN_WORDS = 3
/** Codes of countries that people write as words; others are words of a language (`per`, `can`) first. */
const SPOKEN_CODES: ReadonlySet<string> = new Set(['usa', 'uk', 'uae'])

/** The destinations in a text. */
export interface Destinations {
  /** Terms that stand for the destinations a word is part of. */
  readonly byWord: ReadonlyMap<string, readonly string[]>
  /** Names of several words that the gazetteer knows as one city: their words, as those of names. */
  readonly spans: readonly (readonly string[])[]
}

/** Looks for cities, countries and airports in every stretch of up to three words. */
export function destinationsIn(text: string, gazetteer: Gazetteer | undefined): Destinations {
  const raw = fold(text).split(' ').filter(Boolean)
  const byWord = new Map<string, string[]>()
  const spans: (readonly string[])[] = []
  for (let from = 0; from < raw.length; from++) {
    for (let to = from + 1; to <= Math.min(raw.length, from + SPAN_WORDS); to++) {
      const span = raw.slice(from, to).join(' ')
      const found = destinationTerms(span, gazetteer)
      const words = nameWords(span)
      if (to - from > 1 && found.length > 1) spans.push(words)
      for (const word of words) byWord.set(word, [...new Set([...(byWord.get(word) ?? []), ...found])])
    }
  }
  return { byWord, spans }
}

function destinationTerms(span: string, gazetteer: Gazetteer | undefined): string[] {
  const terms = cityTerms(span, gazetteer)
  const country = span.length > 3 || SPOKEN_CODES.has(span) ? parseCountry(span) : undefined
  if (country !== undefined) terms.push(`country:${country}`)
  return [...terms, ...airportTerms(span, gazetteer)]
}

/** A city by any of its names. */
export function cityTerms(text: string, gazetteer: Gazetteer | undefined): string[] {
  const names = [text]
  for (const { name, aliases } of gazetteer?.citiesByName(text).slice(0, CITIES) ?? []) names.push(name, ...aliases)
  return [...new Set(names.map((name) => `city:${foldCity(name)}`))]
}

function airportTerms(text: string, gazetteer: Gazetteer | undefined): string[] {
  const code = text.trim().toUpperCase()
  return /^[A-Z]{3}$/.test(code) && gazetteer?.airport(code) !== undefined ? [`iata:${code}`] : []
}

/**
 * A destination as a filter: a city by any of its names, a region as records write it, a country,
 * an airport's code. Parts between commas must all hold: `Vienna, Austria`.
 */
export function destinationFilter(text: string, gazetteer: Gazetteer | undefined): TermGroup[] {
  const parts = text.split(',').filter((part) => fold(part) !== '')
  return (parts.length > 0 ? parts : [text]).map((part) => {
    const country = parseCountry(part)
    return {
      any: [
        ...cityTerms(part, gazetteer),
        `region:${fold(part)}`,
        ...(country === undefined ? [] : [`country:${country}`]),
        ...airportTerms(part, gazetteer),
      ],
    }
  })
}
