import type { GazetteerAirport } from '@utpid/core/scoring'
import { inventText } from '../names/invented-word.ts'
import { moveInAnyDirection } from '../places/pin.ts'
import type { Site } from '../places/site.ts'
import type { Random } from '../random/random.ts'
import { type Transfer, VEHICLES } from './generated-product.ts'

/**
 * `{x}` is an invented word, which most zones have. Without this word, two transfers from one airport to one city
 * centre in one vehicle class would look like one product.
 */
const ZONES: readonly (readonly [zone: string, weight: number])[] = [
  ['City Centre', 20],
  ['Hotel Zone', 8],
  ['Cruise Port', 8],
  ['Central Station', 8],
  ['{x} District', 34],
  ['Hotel {x}', 22],
]
const COACH = 4
const MINIBUS = 3

export function makeTransfer(random: Random, index: number, site: Site, airport: GazetteerAirport): Transfer {
  const zone = random.weighted(ZONES).replace('{x}', inventText(random, site.language))
  const shared = random.chance(3_000)
  return {
    kind: 'transfer',
    category: 'transfer',
    index,
    site,
    airport,
    zone,
    zonePin: moveInAnyDirection(random, site.pin, zone === 'City Centre' ? 50 : random.between(200, 2_500)),
    isReturn: random.chance(2_500),
    // A shared transfer uses a bus of any size, a private transfer uses any car.
    vehicle: shared ? random.between(MINIBUS, COACH) : random.below(COACH),
    shared,
  }
}

/** Creates the same transfer in another vehicle or in the opposite direction. */
export function makeSiblingTransfer(random: Random, index: number, base: Transfer, slot: number): Transfer {
  const vehicle = (base.vehicle + slot) % VEHICLES.length
  return {
    ...base,
    index,
    siblingOf: base.index,
    vehicle,
    shared: vehicle === COACH || (vehicle === MINIBUS && random.chance(5_000)),
    isReturn: random.chance(2_500) ? !base.isReturn : base.isReturn,
  }
}
