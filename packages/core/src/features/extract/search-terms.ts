import { LRUCache } from 'lru-cache'
import { cellsOf } from '../../geo/circle-cells.ts'
import type { Gazetteer } from '../../geo/gazetteer.ts'
import { UNKNOWN_COUNTRY } from '../../geo/unknown-country.ts'
import type { SupplierRecord } from '../../model/supplier-record.ts'
import type { GoldenRecord, Pin } from '../../storage/rows.ts'
import { fold } from '../../text/fold.ts'
import { genericConcept, isArticle } from '../../text/generic-words.ts'
import { nameWords } from '../../text/name-words.ts'
import { bigrams, isSpaceless } from '../../text/script.ts'
import { foldCity } from './address-features.ts'

/**
 * A search term of a product, tagged by field. The texts and suppliers of a product are those of all its records and
 * pins. Category, country and cells are the displayed values, so that results never contradict a filter.
 *
 *   whole:hotel du parc     a whole name, folded
 *   core:parc               the core words of a name, in alphabetical order
 *   name:parc               a word of a name; also each pair of characters in scripts without spaces
 *   place:paris             a word of the city or region
 *   other:ibis              a word of brand, operator, supplier or category
 *   city:paris              the whole city, for filters and destinations
 *   region:ile de france    the whole region, for filters and destinations
 *   iata:CDG                an airport within 60 km, with a gazetteer only
 *   supplier:osm  verified:true     filters
 *   category:hotel          the displayed category, `other` if unknown
 *   country:FR              the displayed country, `ZZ` if unknown
 *   cell:1.1021.833         a cell with the displayed coordinates; one cell of each size
 */
export type SearchTerm = string

const AIRPORT_METERS = 60_000
const MAX_AIRPORTS = 10

/** Adds the search terms of one record. */
export function addRecordTerms(
  terms: Set<SearchTerm>,
  record: SupplierRecord,
  supplierName: string,
  gazetteer: Gazetteer | undefined,
): void {
  addTextTerms(terms, record, gazetteer)
  for (const term of sharedTerms(supplierName, record.supplier, record.category)) terms.add(term)
  terms.add(`supplier:${record.supplier}`)
}

/** Fields that a pin can display even if no record has a value. */
const TEXT_FIELDS = ['name', 'category', 'brand', 'city', 'region', 'coordinates'] as const

/** Returns the terms of a product's displayed fields. The caller adds the terms of its records. */
export function goldenRecordTerms(
  goldenRecord: GoldenRecord,
  pins: Readonly<Record<string, Pin>> | undefined,
  gazetteer: Gazetteer | undefined,
): Set<SearchTerm> {
  const { name, category, brand, country, coordinates } = goldenRecord
  const terms = new Set<SearchTerm>([`category:${category}`, `country:${country ?? UNKNOWN_COUNTRY}`])
  if (coordinates !== undefined) for (const cell of cellsOf(coordinates)) terms.add(`cell:${cell}`)
  if (pins !== undefined && TEXT_FIELDS.some((field) => Object.hasOwn(pins, field))) {
    addTextTerms(terms, { name, brand, location: goldenRecord }, gazetteer)
    for (const word of wordsOf(category)) terms.add(`other:${word}`)
  }
  return terms
}

interface TextFields {
  readonly name: string
  readonly altNames?: SupplierRecord['altNames']
  readonly brand?: string | undefined
  readonly operator?: string | undefined
  readonly location?: Pick<GoldenRecord, 'city' | 'region' | 'coordinates'> | undefined
}

/** Adds the terms of names, places, brand and operator of a record or of displayed fields. */
function addTextTerms(
  terms: Set<SearchTerm>,
  { name, altNames = [], brand, operator, location }: TextFields,
  gazetteer: Gazetteer | undefined,
): void {
  const { city, region, coordinates } = location ?? {}
  const foldedCity = city === undefined ? '' : foldCity(city)
  for (const each of [name, ...altNames.map((alt) => alt.name)]) {
    const words = nameWords(each)
    if (words.length === 0) continue
    terms.add(`whole:${words.join(' ')}`)
    terms.add(`core:${coreOfName(words, foldedCity.split(' '))}`)
    for (const word of words) {
      terms.add(`name:${word}`)
      if (isSpaceless(word)) for (const pair of bigrams(word)) terms.add(`name:${pair}`)
    }
    for (const pair of pairsBetween(words)) terms.add(`name:${pair}`)
  }
  for (const text of [city, region]) for (const word of wordsOf(text)) terms.add(`place:${word}`)
  for (const text of [brand, operator]) for (const word of wordsOf(text)) terms.add(`other:${word}`)
  if (foldedCity !== '') terms.add(`city:${foldedCity}`)
  if (region !== undefined) terms.add(`region:${fold(region)}`)
  if (coordinates !== undefined && gazetteer !== undefined) {
    for (const { iata } of gazetteer.airportsNear(coordinates, AIRPORT_METERS, MAX_AIRPORTS)) terms.add(`iata:${iata}`)
  }
}

/** Cache of the terms of supplier and category, which repeat within a feed. */
const shared = new LRUCache<string, readonly SearchTerm[]>({ max: 1_000 })

/** Returns the terms of the words of a supplier and a category. */
function sharedTerms(name: string, supplier: string, category: string | undefined): readonly SearchTerm[] {
  const key = `${name}\n${supplier}\n${category ?? ''}`
  let terms = shared.get(key)
  if (terms === undefined) {
    terms = [name, supplier, category].flatMap(wordsOf).map((word) => `other:${word}`)
    shared.set(key, terms)
  }
  return terms
}

/**
 * Returns the pair of characters at each boundary of adjacent words of scripts without spaces. These pairs help while a
 * user types `茂悦大酒店`: its last part is still incomplete, so search does not recognise a kind of place.
 */
function pairsBetween(words: readonly string[]): string[] {
  if (!words.some(isSpaceless)) return []
  return words.slice(1).flatMap((word, at) => {
    const [before, after] = [[...(words[at] as string)].at(-1) as string, [...word][0] as string]
    return isSpaceless(before) && isSpaceless(after) ? [before + after] : []
  })
}

/**
 * Returns the distinct words without articles and generic words, in order. If no word remains, returns all distinct
 * words.
 */
export function informativeWords(words: readonly string[]): string[] {
  const distinct = [...new Set(words)]
  const informative = distinct.filter((word) => !isArticle(word) && genericConcept(word) === undefined)
  return informative.length > 0 ? informative : distinct
}

/**
 * Returns the core words of a name as one text, independent of order, articles and generic words.
 *
 * @param cityWords - Words of the city. These words do not distinguish places in the city.
 */
export function coreOfName(words: readonly string[], cityWords: readonly string[]): string {
  const rest = words.filter((word) => !cityWords.includes(word))
  return informativeWords(rest.length > 0 ? rest : words)
    .sort()
    .join(' ')
}

/** Cache of the words of cities, regions and brands, by text. These texts repeat within a feed. */
const recentWords = new LRUCache<string, readonly string[]>({ max: 4_000 })
const NO_WORDS: readonly string[] = []

function wordsOf(text: string | undefined): readonly string[] {
  if (text === undefined) return NO_WORDS
  let words = recentWords.get(text)
  if (words === undefined) {
    words = fold(text.replaceAll('_', ' ')).split(' ').filter(Boolean)
    recentWords.set(text, words)
  }
  return words
}
