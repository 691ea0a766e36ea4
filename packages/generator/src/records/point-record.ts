import type { SupplierStyle } from '../noise/supplier-styles.ts'
import { moveInAnyDirection, roundedDegrees } from '../places/pin.ts'
import type { TravelPoint } from '../products/generated-product.ts'
import type { Random } from '../random/random.ts'
import { withoutDiacritics } from '../variation/writing.ts'
import type { RecordDraft } from './record-draft.ts'
import { writePlace } from './record-place.ts'

/**
 * Maximum error of a supplier's point. Two suppliers of one airport then have a median distance of 800 m. A station is
 * smaller: suppliers choose a track or an entrance.
 */
const ERRORS_METERS = { airport: 1_500, station: 120 } as const

/**
 * Returns one supplier's name of an airport or station. In half of the pairs, two suppliers use the same name; almost
 * all pairs share the core word.
 */
function nameOf(random: Random, { category, name, ownWord, site }: TravelPoint): string {
  const english = category === 'airport' ? 'Airport' : 'Station'
  switch (random.below(10)) {
    case 0:
      return `${ownWord} ${english}`
    case 1:
      return `${site.city.name} ${ownWord} ${english}`
    case 2:
      return withoutDiacritics(name)
    case 3:
      return ownWord
    default:
      return name
  }
}

/** Writes the row of one supplier for an airport or a station. */
export function writePoint(draft: RecordDraft, random: Random, point: TravelPoint, style: SupplierStyle): void {
  draft.category = point.category
  draft.name = nameOf(random, point)
  writePlace(draft, random, point.site, style)
  delete draft.address
  const pin = moveInAnyDirection(random, point.site.pin, random.below(ERRORS_METERS[point.category]))
  const decimals = random.weighted(style.decimals)
  draft.lat = roundedDegrees(pin.latitude, decimals)
  draft.lon = roundedDegrees(pin.longitude, decimals)
}
