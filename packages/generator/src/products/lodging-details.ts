import { fillPattern } from '../names/invented-word.ts'
import { type LodgingName, lodgingName } from '../names/lodging-name.ts'
import type { NameWord } from '../names/name-word.ts'
import { digitsOf } from '../random/digits.ts'
import { Random, STREAM } from '../random/random.ts'
import type { Lodging } from './generated-product.ts'

/**
 * What only a few records ask of a house. Drawn when it is asked, from a stream of the
 * house's own, so that every supplier is told the same and most records cost nothing.
 */
const DETAIL = { company: 1, formerName: 2, otherPhone: 3 } as const

function detail({ rareKey }: Lodging, which: number): Random {
  return new Random(STREAM.rare, rareKey, which)
}

/** The company behind a house. */
export function companyOf(lodging: Lodging): string {
  const random = detail(lodging, DETAIL.company)
  const { language } = lodging.site
  return fillPattern(random, language, random.pick(language.companies))
}

/** What a house was called before: shares no word with its name but by chance. */
export function formerNameOf(lodging: Lodging): LodgingName {
  const { city, isDestination, language } = lodging.site
  return lodgingName(detail(lodging, DETAIL.formerName), language, lodging.category, city.name, isDestination)
}

/** The reservation desk, a mobile: national number, digits without trunk prefix. */
export function otherPhoneOf(lodging: Lodging): string {
  return digitsOf(detail(lodging, DETAIL.otherPhone), lodging.site.country.phone)
}

/** A title that one agency made up for a short let. */
export function ownTitle(random: Random, lodging: Lodging): readonly NameWord[] {
  const { city, isDestination, language } = lodging.site
  return lodgingName(random, language, lodging.category, city.name, isDestination).words
}
