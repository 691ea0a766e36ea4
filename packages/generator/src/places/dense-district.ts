import { inventWord } from '../names/invented-word.ts'
import type { LodgingName } from '../names/lodging-name.ts'
import { nameWord } from '../names/name-word.ts'
import { DENSE } from '../noise/noise-table.ts'
import { hashNumbers, Random, STREAM } from '../random/random.ts'
import type { CityPool } from './city-pool.ts'
import { moveInAnyDirection } from './pin.ts'
import { type Site, siteInCity } from './site.ts'

/** A building with many apartments. */
export interface Building {
  readonly site: Site
  /** The name of the building that its operator uses. */
  readonly houseName: LodgingName
}

/** Districts in which hundreds of apartments lie within {@link DENSE.radiusMeters}. */
export interface DenseDistricts {
  /** Returns whether product `index` lies in a dense district. */
  has(index: number): boolean
  /** Returns the building of a product. The building depends only on the seed and the index. */
  buildingOf(index: number): Building
}

const DISTRICTS_AT_A_TIME = DENSE.apartments.length
const APARTMENTS_AT_A_TIME = DENSE.apartments.reduce((sum, count) => sum + count, 0)
const SHARE_PARTS = 10_000

/** @param share - Share of all products, 0 to 1. */
export function createDenseDistricts(seed: number, cities: CityPool, share: number): DenseDistricts {
  const perTenThousand = Math.round(share * SHARE_PARTS)
  // The centres of the districts around the current index. Only a few centres are used at the same time.
  const centres = new Map<number, Site>()

  function centreOf(district: number): Site {
    const known = centres.get(district)
    if (known !== undefined) return known
    const random = new Random(seed, STREAM.district, district)
    const centre = siteInCity(random, cities.pickDestination(random))
    if (centres.size >= 2 * DISTRICTS_AT_A_TIME) centres.clear()
    centres.set(district, centre)
    return centre
  }

  function has(index: number): boolean {
    return perTenThousand > 0 && hashNumbers(seed, STREAM.dense, index) % SHARE_PARTS < perTenThousand
  }

  function buildingOf(index: number): Building {
    const random = new Random(seed, STREAM.building, index)
    const turn = Math.floor((index * perTenThousand) / (SHARE_PARTS * APARTMENTS_AT_A_TIME))
    let left = random.below(APARTMENTS_AT_A_TIME)
    let which = 0
    while (left >= (DENSE.apartments[which] ?? APARTMENTS_AT_A_TIME)) left -= DENSE.apartments[which++] ?? 0
    const district = turn * DISTRICTS_AT_A_TIME + which
    const buildings = Math.ceil((DENSE.apartments[which] ?? 1) / DENSE.perBuilding)
    return makeBuilding(district, random.below(buildings))
  }

  function makeBuilding(district: number, building: number): Building {
    const centre = centreOf(district)
    const random = new Random(seed, STREAM.building, district, building)
    const street = siteInCity(random, centre)
    // For a uniform point in a disc, the distance from the centre is the larger of two uniform numbers.
    const { radiusMeters } = DENSE
    const meters = Math.max(random.below(radiusMeters), random.below(radiusMeters))
    const site = { ...street, postcode: centre.postcode, pin: moveInAnyDirection(random, centre.pin, meters) }
    const { language } = site
    const generic = nameWord('generic', random.pick(language.generics.apartment.words))
    return { site, houseName: { words: [generic, inventWord(random, language)] } }
  }

  return { has, buildingOf }
}
