import { CATEGORIES, PLACES } from '../noise/noise-table.ts'
import type { CityPool } from '../places/city-pool.ts'
import type { DenseDistricts } from '../places/dense-district.ts'
import { type Site, siteInCity, siteInStreet, streetOfBlock } from '../places/site.ts'
import { hashNumbers, Random, STREAM } from '../random/random.ts'
import type { GeneratedProduct } from './generated-product.ts'
import { makeActivity, makeSiblingActivity } from './make-activity.ts'
import { makeDenseApartment, makeLodging, makeSiblingLodging } from './make-lodging.ts'
import { makePoint, makeSiblingPoint } from './make-point.ts'
import { makeSiblingTransfer, makeTransfer } from './make-transfer.ts'

/**
 * Number of products in a block. Products of one block share a street and may be siblings. No product depends on
 * another block.
 */
export const BLOCK_SIZE = 4

/**
 * Returns a function that creates product `index` of a seed, independent of earlier calls.
 *
 * @param seed - A non-negative safe integer.
 */
export function createProductMaker(
  seed: number,
  cities: CityPool,
  districts: DenseDistricts,
): (index: number) => GeneratedProduct {
  const source: ProductSource = { seed, cities, districts }
  // Siblings need their base repeatedly, but only within a block. So one block is cached.
  let block = -1
  let made: (GeneratedProduct | undefined)[] = []

  function make(index: number): GeneratedProduct {
    const random = new Random(seed, STREAM.product, index)
    const baseIndex = baseOf(seed, index)
    if (baseIndex === index) return makeAlone(source, random, index)
    const base = productAt(baseIndex)
    const slot = index - baseIndex
    if (base.kind === 'lodging') return makeSiblingLodging(random, index, base, slot)
    if (base.kind === 'activity') return makeSiblingActivity(random, index, base, slot)
    if (base.kind === 'point') return makeSiblingPoint(random, index, base)
    return makeSiblingTransfer(random, index, base, slot)
  }

  function productAt(index: number): GeneratedProduct {
    const ownBlock = Math.floor(index / BLOCK_SIZE)
    if (ownBlock !== block) {
      block = ownBlock
      made = []
    }
    const slot = index % BLOCK_SIZE
    const product = made[slot] ?? make(index)
    made[slot] = product
    return product
  }

  return productAt
}

interface ProductSource {
  readonly seed: number
  readonly cities: CityPool
  readonly districts: DenseDistricts
}

/** Returns the index of a sibling's base: the nearest earlier product of the block that is not a sibling itself. */
function baseOf(seed: number, index: number): number {
  let base = index
  while (base % BLOCK_SIZE > 0 && new Random(seed, STREAM.sibling, base).chance(PLACES.sibling)) base--
  return base
}

function siteOf({ seed, cities }: ProductSource, random: Random, index: number): Site {
  const ownBlock = Math.floor(index / BLOCK_SIZE)
  const isOneDoor = hashNumbers(seed, STREAM.door, ownBlock) % 10_000 < PLACES.oneDoor
  if (!isOneDoor && !random.chance(PLACES.sameStreet)) return siteInCity(random, cities.pick(random))
  const shared = new Random(seed, STREAM.city, ownBlock)
  const street = streetOfBlock(shared, cities.pick(shared))
  if (isOneDoor) return street.site
  // Reserve eleven house numbers for each product, so that two products of a street never share a door.
  return siteInStreet(street, (index % BLOCK_SIZE) * 11 + random.between(1, 11))
}

/** Creates a product that is not a sibling. */
function makeAlone(source: ProductSource, random: Random, index: number): GeneratedProduct {
  const { cities, districts } = source
  if (districts.has(index)) return makeDenseApartment(random, index, districts.buildingOf(index))
  const category = random.weighted(CATEGORIES)
  if (category === 'transfer') {
    const { airport, ...choice } = cities.pickWithAirport(random)
    return makeTransfer(random, index, siteInCity(random, choice), airport)
  }
  const site = siteOf(source, random, index)
  switch (category) {
    case 'airport':
    case 'station':
      return makePoint(random, index, category, site)
    case 'tour':
    case 'activity':
    case 'attraction':
    case 'event':
    case 'cruise':
    case 'ticket':
      return makeActivity(random, index, category, site)
    default:
      return makeLodging(random, index, category, site)
  }
}
