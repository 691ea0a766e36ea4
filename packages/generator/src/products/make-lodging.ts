import { fold } from '@utpid/core'
import type { LodgingCategory } from '../languages/language.ts'
import { fillPattern } from '../names/invented-word.ts'
import { type LodgingName, lodgingName } from '../names/lodging-name.ts'
import { latinName } from '../names/name-word.ts'
import { siblingName } from '../names/sibling-name.ts'
import type { CountryTraits } from '../places/country-traits.ts'
import { type Site, siteNextDoor } from '../places/site.ts'
import type { Random } from '../random.ts'
import type { Lodging } from './generated-product.ts'

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
  apartment: [1, 4],
  guesthouse: [3, 14],
  hostel: [8, 60],
  campsite: [20, 300],
}

function digits(random: Random, pattern: string): string {
  return pattern.replace(/[N#]/g, (sign) => String(sign === 'N' ? random.between(2, 9) : random.below(10)))
}

function slug(text: string): string {
  return fold(text).replaceAll(' ', '-')
}

/** A web site under `.example`, which no one can own: generated rows must not point at real houses. */
function website(name: LodgingName, site: Site, index: number): string {
  if (name.brand !== undefined) return `www.${name.brand.id}.example/hotels/${index.toString(36)}`
  const words = name.words.filter(({ role }) => role !== 'city')
  return `www.${slug(latinName(words))}-${slug(site.city.name)}.example`
}

function licence(random: Random, { code }: CountryTraits): string {
  if (code === 'PT') return `${random.between(100, 160_000)}/AL`
  if (code === 'ES') return `VT-${random.between(10_000, 499_999)}-A`
  return `${code}-${random.between(100_000, 999_999)}-${random.between(10, 99)}`
}

export function makeLodging(random: Random, index: number, category: LodgingCategory, site: Site): Lodging {
  const { city, country, isDestination, language } = site
  const name = lodgingName(random, language, category, city.name, isDestination)
  const otherName = lodgingName(random, language, category, city.name, isDestination)
  const [least, most] = ROOMS[category]
  const isLet = category === 'apartment'
  const hasStars = category === 'hotel' || (category === 'campsite' && random.chance(7_000))
  return {
    kind: 'lodging',
    index,
    category,
    site,
    name,
    otherName,
    company: fillPattern(random, language, random.pick(language.companies)),
    rooms: random.between(least, least + random.below(most - least + 1)),
    phone: digits(random, country.phone),
    otherPhone: digits(random, country.phone),
    ...(hasStars ? { stars: random.weighted(STARS) } : {}),
    ...(random.chance(isLet ? 1_500 : 8_500) ? { website: website(name, site, index) } : {}),
    ...(random.chance(isLet ? 8_000 : 500) ? { licence: licence(random, country) } : {}),
  }
}

/**
 * A house near another one with almost its name. Often one family runs both, so the
 * telephone or the web site may be shared.
 *
 * @param slot - Which product of the block, 1 upwards.
 */
export function makeSiblingLodging(random: Random, index: number, base: Lodging, slot: number): Lodging {
  const isUnderOneRoof = random.chance(1_500)
  const site = siteNextDoor(random, base.site, slot, random.between(isUnderOneRoof ? 3 : 15, isUnderOneRoof ? 12 : 140))
  const own = makeLodging(random, index, base.category, site)
  const { kind, ...name } = siblingName(random, site.language, base.name, slot, base.index)
  const sharesContact = kind !== 'brand' && random.chance(1_500)
  const isSameHouse = own.website !== undefined && kind !== 'brand' && random.chance(3_000)
  const { website: _, ...rest } = own
  const web = isSameHouse && base.website !== undefined ? base.website : website(name, site, index)
  return {
    ...rest,
    siblingOf: base.index,
    name,
    phone: sharesContact ? base.phone : own.phone,
    ...(own.website === undefined ? {} : { website: web }),
  }
}
