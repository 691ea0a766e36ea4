import { countryRows } from '../countries/country-table.ts'
import { GEONAMES_SOURCE, type GeonamesCity, readGeonames } from '../source/geonames.ts'
import { hashSet } from '../source/hash-set.ts'
import { fold } from '../source/repository.ts'
import { packageVersion } from '../source/source-package.ts'
import { header, type Table } from '../source/table.ts'
import { LOCAL_CITY_WORDS } from './local-city-words.ts'

const LARGE_CITY_POPULATION = 50_000
const COMMON_NAME_COUNT = 8
const WORD_PATTERN = /^\p{L}{2,}$/u

/** Builds the tables of words in place names: words of large places, and words that occur in many places. */
export function placeWordTable(): Table {
  const { cities } = readGeonames()
  const nameCount = new Map<string, number>()
  for (const name of new Set(cities.map((city) => city.foldedName))) {
    for (const word of wordsOf(name)) nameCount.set(word, (nameCount.get(word) ?? 0) + 1)
  }
  const common = new Set([...nameCount].filter(([, count]) => count >= COMMON_NAME_COUNT).map(([word]) => word))

  const large = new Set<string>()
  const addTo = (name: string): void => {
    for (const word of wordsOf(name)) if (!common.has(word)) large.add(word)
  }
  for (const city of cities) {
    if (city.population >= LARGE_CITY_POPULATION) addTo(city.foldedName)
  }
  for (const word of localWords(cities)) addTo(word)
  for (const country of countryRows()) country.names.forEach(addTo)

  const source = `${header(
    [packageVersion(GEONAMES_SOURCE), packageVersion('i18n-iso-countries')],
    'Derived from GeoNames (CC BY 4.0) and i18n-iso-countries (MIT): see NOTICE.',
  )}
/**
 * Folded words of the names of large cities (from ${LARGE_CITY_POPULATION.toLocaleString('en')} inhabitants) and of countries,
 * without those of COMMON_PLACE_WORDS: their hashes, encoded for \`readHashSet\`.
 */
export const PLACE_WORDS: string =
  '${hashSet([...large])}'

/** Folded words that stand in the names of places in at least ${COMMON_NAME_COUNT} different ways, encoded as above. */
export const COMMON_PLACE_WORDS: string =
  '${hashSet([...common])}'
`
  return {
    path: 'packages/core/src/text/generated/place-words.ts',
    bytes: Buffer.from(source),
    notes: [`${large.size} words of large cities and countries, ${common.size} common words of places`],
  }
}

function wordsOf(foldedName: string): Set<string> {
  return new Set(foldedName.split(' ').filter((word) => WORD_PATTERN.test(word)))
}

/** Returns LOCAL_CITY_WORDS after checking that the source contains them. */
function localWords(cities: readonly GeonamesCity[]): readonly string[] {
  const known = new Set<string>()
  for (const city of cities) {
    if (city.population < LARGE_CITY_POPULATION / 2) continue
    for (const name of [city.name, ...city.alternateNames]) {
      for (const word of wordsOf(fold(name))) known.add(word)
    }
  }
  const unknown = LOCAL_CITY_WORDS.filter((word) => !known.has(word))
  if (unknown.length > 0)
    throw new Error(`LOCAL_CITY_WORDS has words that are in no name of a large city: ${unknown.join(', ')}.`)
  return LOCAL_CITY_WORDS
}
