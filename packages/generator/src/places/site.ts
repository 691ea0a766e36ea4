import type { GazetteerCity } from '@utpid/core/scoring'
import type { Language } from '../languages/language.ts'
import { LANGUAGES } from '../languages/languages.ts'
import { fillPattern } from '../names/invented-word.ts'
import { hashNumbers, type Random, STREAM } from '../random/random.ts'
import type { CityChoice } from './city-pool.ts'
import { CITY_POSTCODES } from './city-traits.ts'
import type { CountryTraits } from './country-traits.ts'
import { moveByMeters, moveInAnyDirection, type Pin, pinOf } from './pin.ts'

/** The true location of a product. */
export interface Site {
  readonly city: GazetteerCity
  readonly country: CountryTraits
  readonly isDestination: boolean
  readonly language: Language
  readonly street: string
  readonly houseNumber: number
  readonly postcode: string
  readonly pin: Pin
}

/** A street with several products. */
export interface Street {
  readonly site: Site
  /** Metres to the north and to the east from one house number to the next. */
  readonly step: readonly [north: number, east: number]
}

const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXY'
const HOUSE_METERS = 7

function postcode(random: Random, pattern: string, cityId: number): string {
  let code = ''
  for (let position = 0; position < pattern.length; position++) {
    const sign = pattern.charAt(position)
    const fixed = hashNumbers(STREAM.city, cityId, position)
    if (sign === '#') code += random.below(10)
    else if (sign === 'l') code += LETTERS.charAt(random.below(LETTERS.length))
    else if (sign === 'C') code += 1 + (fixed % 9)
    else if (sign === 'c') code += fixed % 10
    else if (sign === 'L') code += LETTERS.charAt(fixed % LETTERS.length)
    else code += sign
  }
  return code
}

/**
 * Returns a random point in a city. Points are dense in the middle and sparse outside. The size of the city limits the
 * distance.
 */
function pinInCity(random: Random, city: GazetteerCity): Pin {
  const radiusMeters = Math.min(6_000, 250 + 3.5 * Math.sqrt(city.population))
  const share = (random.below(1_000) / 1_000) * (1 - random.below(500) / 1_000)
  return moveInAnyDirection(random, pinOf(city.coordinates), radiusMeters * share)
}

/** Creates a site in a city. The site shares no street with other products. */
export function siteInCity(random: Random, { city, country, isDestination }: CityChoice): Site {
  const language = LANGUAGES[random.weighted(country.languages)]
  return {
    city,
    country,
    isDestination,
    language,
    street: fillPattern(random, language, random.pick(language.streets)),
    houseNumber: 1 + Math.floor((random.below(120) * random.below(120)) / 120),
    postcode: postcode(random, CITY_POSTCODES[`${country.code} ${city.name}`] ?? country.postcode, city.id),
    pin: pinInCity(random, city),
  }
}

/** Creates the street that the products of one block share. The street depends only on the block's number. */
export function streetOfBlock(random: Random, choice: CityChoice): Street {
  const site = siteInCity(random, choice)
  const north = random.between(-1_000, 1_000)
  const east = random.between(-1_000, 1_000)
  const length = Math.max(1, Math.sqrt(north * north + east * east))
  return { site, step: [(HOUSE_METERS * north) / length, (HOUSE_METERS * east) / length] }
}

/** Returns a house of a street. The house number determines the position along the street. */
export function siteInStreet({ site, step: [north, east] }: Street, houseNumber: number): Site {
  return { ...site, houseNumber, pin: moveByMeters(site.pin, north * houseNumber, east * houseNumber) }
}

/** Returns the site of a neighbouring house, up to 140 m away; 0 m means under the same roof. */
export function siteNextDoor(random: Random, site: Site, slot: number, meters: number): Site {
  if (meters === 0) return site
  const houseNumber = random.chance(4_000) ? site.houseNumber : site.houseNumber + 2 * slot
  return { ...site, houseNumber, pin: moveInAnyDirection(random, site.pin, meters) }
}
