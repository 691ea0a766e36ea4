import type { Gazetteer, Product, Registry } from '@utpid/core'
import { indented } from '../render/explanation-text.ts'
import { searchText } from '../render/search-text.ts'
import { counted } from '../text/number-text.ts'

const SHOWN = 3
const AIRPORT_METERS = 60_000
const AIRPORTS = 20

interface DemoSearch {
  readonly text: string
  /** Describes the search. */
  readonly shows: string
  /** Maximum products to show. */
  readonly limit: number
}

/**
 * Searches for the products that the demo has shown: by name, by name and city, by destination, and in another script.
 */
export async function demoSearches(
  registry: Registry,
  gazetteer: Gazetteer,
  products: readonly Product[],
): Promise<string> {
  const parts: string[] = []
  for (const { text, shows, limit } of searchesFor(gazetteer, products)) {
    const found = await registry.search(text, { limit })
    parts.push(`"${text}" (${shows}): ${counted(found.total, 'product')}\n${indented(searchText(found))}`)
  }
  return parts.join('\n')
}

function searchesFor(gazetteer: Gazetteer, products: readonly Product[]): DemoSearch[] {
  const [first, second = first] = products
  if (first === undefined || second === undefined) return []
  const searches: DemoSearch[] = [
    { text: plain(first.name), shows: 'a name, without case and accents', limit: 1 },
    { text: nameAndCity(second), shows: 'name and city', limit: 1 },
  ]
  const { city = '', country } = first.location
  const [place] = gazetteer.citiesByName(city, country)
  if (place === undefined) return searches
  const airports = gazetteer.airportsNear(place.coordinates, AIRPORT_METERS, AIRPORTS)
  // The nearest airports of a large city are often heliports, which are left out.
  const fields = airports.filter(({ name }) => !/heli(port|pad)/i.test(name))
  const airport = fields.find(({ name }) => /airport/i.test(name)) ?? fields[0] ?? airports[0]
  if (airport !== undefined) {
    searches.push({ text: airport.iata, shows: `the destination by its airport, ${airport.name}`, limit: SHOWN })
  }
  const otherScript = place.aliases.find((alias) => /^\p{Script=Katakana}+$|^\p{Script=Cyrillic}+$/u.test(alias))
  if (otherScript !== undefined)
    searches.push({ text: otherScript, shows: `${place.name} in another script`, limit: SHOWN })
  return searches
}

function nameAndCity({ name, location: { city = '' } }: Product): string {
  const [bare, place] = [plain(name), plain(city)]
  return bare.includes(place) ? bare : `${bare} ${place}`
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase()
}
