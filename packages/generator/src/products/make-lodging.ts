import { fold } from '@utpid/core/scoring'
import type { LodgingCategory } from '../languages/language.ts'
import { type LodgingName, lodgingName } from '../names/lodging-name.ts'
import { latinName } from '../names/name-word.ts'
import { siblingName } from '../names/sibling-name.ts'
import { DENSE, PLACES, RENAMED } from '../noise/noise-table.ts'
import { isLet } from '../noise/product-category.ts'
import type { CountryTraits } from '../places/country-traits.ts'
import type { Building } from '../places/dense-district.ts'
import { type Site, siteNextDoor } from '../places/site.ts'
import { digitsOf } from '../random/digits.ts'
import type { Random } from '../random/random.ts'
import type { Lodging } from './generated-product.ts'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/**
 * Number of different door numbers of one operator. The number is a prime, so that the apartments of one building
 * rarely share a door number.
 */
const UNITS = 997

/** Share of hotels by stars, as in the French register. */
const STARS: readonly (readonly [stars: number, weight: number])[] = [
  [1, 3],
  [2, 34],
  [3, 44],
  [4, 16],
  [5, 3],
]

const ROOMS: Readonly<Record<LodgingCategory, readonly [least: number, most: number]>> = {
  hotel: [9, 180],
  apartment_hotel: [12, 120],
  motel: [12, 60],
  resort: [40, 400],
  holiday_village: [30, 300],
  lodge: [4, 25],
  guesthouse: [3, 14],
  hostel: [8, 60],
  campsite: [20, 300],
  apartment: [1, 4],
  villa: [2, 7],
  room: [1, 1],
}

function slug(text: string): string {
  return fold(text).replaceAll(' ', '-')
}

/** Returns a web site under `.example`. This domain is reserved, so generated rows never point to real lodgings. */
function website(name: LodgingName, site: Site, index: number): string {
  if (name.brand !== undefined) return `www.${name.brand.id}.example/hotels/${index.toString(36)}`
  const words = name.words.filter(({ role }) => role !== 'city')
  return `www.${slug(`${latinName(words)} ${site.city.name}`)}.example`
}

function licence(random: Random, { code }: CountryTraits): string {
  if (code === 'PT') return `${random.between(100, 160_000)}/AL`
  if (code === 'ES') return `VT-${random.between(10_000, 499_999)}-A`
  return `${code}-${random.between(100_000, 999_999)}-${random.between(10, 99)}`
}

function hasStars(random: Random, category: LodgingCategory): boolean {
  if (category === 'hotel' || category === 'resort') return true
  return (category === 'campsite' || category === 'apartment_hotel' || category === 'motel') && random.chance(7_000)
}

/** Creates a lodging that is not a sibling. */
export function makeLodging(random: Random, index: number, category: LodgingCategory, site: Site): Lodging {
  const { city, isDestination, language } = site
  const name = lodgingName(random, language, category, city.name, isDestination)
  return makeNamed(random, index, category, site, name)
}

function makeNamed(
  random: Random,
  index: number,
  category: LodgingCategory,
  site: Site,
  name: LodgingName,
): Mutable<Lodging> {
  const { country } = site
  const [min, max] = ROOMS[category]
  const lodging: Mutable<Lodging> = {
    kind: 'lodging',
    index,
    category,
    site,
    name,
    isRenamed: random.chance(RENAMED),
    rareKey: random.next(),
    rooms: random.between(min, min + random.below(max - min + 1)),
    phone: digitsOf(random, country.phone),
    isDense: false,
  }
  if (hasStars(random, category)) lodging.stars = random.weighted(STARS)
  if (random.chance(isLet(category) ? 1_500 : 8_500)) lodging.website = website(name, site, index)
  if (random.chance(isLet(category) ? 8_000 : 500)) lodging.licence = licence(random, country)
  return lodging
}

/** Creates an apartment of a dense district. Its name is its own, or its building's name and a number. */
export function makeDenseApartment(random: Random, index: number, { site, houseName }: Building): Lodging {
  const name = random.chance(DENSE.oneOperator)
    ? { words: [...houseName.words, { role: 'mark', text: String(1 + (index % UNITS)) } as const] }
    : lodgingName(random, site.language, 'apartment', site.city.name, site.isDestination)
  const apartment = makeNamed(random, index, 'apartment', site, name)
  apartment.isDense = true
  return apartment
}

/**
 * Creates a lodging near another lodging with almost the same name. Often one family runs both, so the telephone or the
 * web site may be shared.
 *
 * @param slot - Position of the product in its block, from 1.
 */
export function makeSiblingLodging(random: Random, index: number, base: Lodging, slot: number): Lodging {
  const meters = random.chance(PLACES.oneRoof) ? 0 : random.between(12, 140)
  const site = siteNextDoor(random, base.site, slot, meters)
  const { kind, ...name } = siblingName(random, site.language, base.name, slot, base.index)
  const own = makeNamed(random, index, base.category, site, name)
  own.siblingOf = base.index
  own.isRenamed = false
  const isSameHouse = kind !== 'brand' && random.chance(3_000)
  if (kind !== 'brand' && random.chance(1_500)) own.phone = base.phone
  if (isSameHouse && own.website !== undefined && base.website !== undefined) own.website = base.website
  return own
}
