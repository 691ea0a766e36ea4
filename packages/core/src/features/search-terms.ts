import type { Gazetteer } from '../model/gazetteer.ts'
import type { SupplierRecord } from '../model/supplier-record.ts'
import { fold } from '../text/fold.ts'
import { nameWords } from '../text/name-words.ts'
import { bigrams, isSpaceless } from '../text/script.ts'
import { foldCity } from './address-features.ts'

/**
 * What a product is found by: terms tagged by field, the union over its records.
 *
 *   whole:hotel du parc     a whole name, folded
 *   name:parc               a word of a name; of a script without spaces also each pair of characters
 *   place:paris             a word of the city or region
 *   other:ibis              a word of brand, operator, supplier or category
 *   city:paris              the whole city, for filters and destinations
 *   iata:CDG                an airport within 60 km, where a gazetteer is given
 *   category:hotel  country:FR  supplier:osm  verified:true     filters
 */
export type SearchTerm = string

const AIRPORT_METERS = 60_000
const AIRPORTS = 10

/** Terms of one record. */
export function searchTerms(
  record: SupplierRecord,
  supplierName: string,
  gazetteer: Gazetteer | undefined,
): Set<SearchTerm> {
  const terms = new Set<SearchTerm>()
  for (const name of [record.name, ...(record.altNames ?? []).map((alt) => alt.name)]) {
    const words = nameWords(name)
    if (words.length === 0) continue
    terms.add(`whole:${words.join(' ')}`)
    for (const word of words) for (const each of searchWords(word)) terms.add(`name:${each}`)
  }
  const { city, region, country, coordinates } = record.location ?? {}
  for (const text of [city, region]) for (const word of wordsOf(text)) terms.add(`place:${word}`)
  for (const text of [record.brand, record.operator, supplierName, record.supplier, record.category]) {
    for (const word of wordsOf(text)) terms.add(`other:${word}`)
  }
  if (city !== undefined) terms.add(`city:${foldCity(city)}`)
  if (country !== undefined) terms.add(`country:${country}`)
  if (record.category !== undefined) terms.add(`category:${record.category}`)
  terms.add(`supplier:${record.supplier}`)
  if (coordinates !== undefined && gazetteer !== undefined) {
    for (const { iata } of gazetteer.airportsNear(coordinates, AIRPORT_METERS, AIRPORTS)) terms.add(`iata:${iata}`)
  }
  return terms
}

/** A word as it is searched: pairs of characters where words have no spaces between them. */
export function searchWords(word: string): string[] {
  return isSpaceless(word) ? [word, ...bigrams(word)] : [word]
}

function wordsOf(text: string | undefined): string[] {
  return text === undefined ? [] : fold(text.replaceAll('_', ' ')).split(' ').filter(Boolean)
}
