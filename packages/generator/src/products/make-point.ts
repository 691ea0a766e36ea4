import { inventText } from '../names/invented-word.ts'
import { moveInAnyDirection } from '../places/pin.ts'
import type { Site } from '../places/site.ts'
import type { Random } from '../random/random.ts'
import type { TravelPoint } from './generated-product.ts'

function named(random: Random, index: number, category: TravelPoint['category'], site: Site): TravelPoint {
  const { language } = site
  const ownWord = inventText(random, language)
  const pattern = random.pick(category === 'airport' ? language.airfields : language.stations)
  return { kind: 'point', category, index, site, name: pattern.replace('{x}', ownWord), ownWord }
}

export function makePoint(random: Random, index: number, category: TravelPoint['category'], site: Site): TravelPoint {
  return named(random, index, category, site)
}

/** Creates another station or airport next to the first. Only the core word differs. */
export function makeSiblingPoint(random: Random, index: number, base: TravelPoint): TravelPoint {
  const site = { ...base.site, pin: moveInAnyDirection(random, base.site.pin, random.between(60, 140)) }
  return { ...named(random, index, base.category, site), siblingOf: base.index }
}
