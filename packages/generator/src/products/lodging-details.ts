import { fillPattern } from '../names/invented-word.ts'
import { type LodgingName, lodgingName } from '../names/lodging-name.ts'
import type { NameWord } from '../names/name-word.ts'
import { digitsOf } from '../random/digits.ts'
import { Random, STREAM } from '../random/random.ts'
import type { Lodging } from './generated-product.ts'

/**
 * Details of a lodging that only a few records need. They are drawn on demand from the lodging's own random stream.
 * Every supplier therefore gets the same value, and records without these details cost nothing.
 */
const DETAIL = { company: 1, formerName: 2, otherPhone: 3 } as const

function detail({ rareKey }: Lodging, which: number): Random {
  return new Random(STREAM.rare, rareKey, which)
}

/** Returns the name of the company that runs a lodging. */
export function companyOf(lodging: Lodging): string {
  const random = detail(lodging, DETAIL.company)
  const { language } = lodging.site
  return fillPattern(random, language, random.pick(language.companies))
}

/** Returns the former name of a lodging. Words in common with the current name occur only by chance. */
export function formerNameOf(lodging: Lodging): LodgingName {
  const { city, isDestination, language } = lodging.site
  return lodgingName(detail(lodging, DETAIL.formerName), language, lodging.category, city.name, isDestination)
}

/** Returns the number of the reservation desk or a mobile: a national number without trunk prefix. */
export function otherPhoneOf(lodging: Lodging): string {
  return digitsOf(detail(lodging, DETAIL.otherPhone), lodging.site.country.phone)
}

/** Returns a title that one agency invented for a short let. */
export function ownTitle(random: Random, lodging: Lodging): readonly NameWord[] {
  const { city, isDestination, language } = lodging.site
  return lodgingName(random, language, lodging.category, city.name, isDestination).words
}
