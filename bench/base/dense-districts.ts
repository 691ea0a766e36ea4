import type { FeedRow } from '../feeds/feed-rows.ts'
import { seededRandom } from '../harness/seeded-random.ts'

/** Holiday districts with more apartments than a key may have records, and later versions of these districts. */
export interface DenseDistricts {
  /** The first version of every record. */
  readonly first: readonly FeedRow[]
  /** The apartment of each record in `first`. */
  readonly apartments: readonly number[]
  /** Later versions of some records: moved, without a location, renamed, or with another category. */
  readonly moved: readonly FeedRow[]
}

const SUPPLIERS = 5
const RECORDS_PER_DISTRICT = 400
/** Half the width of a district. Most apartments are in the cells of its centre. */
const HALF_WIDTH_METERS = 300
const METERS_PER_DEGREE = 111_320
/**
 * Most records leave every second district, and few leave the other districts. Some keys therefore stay above the
 * limit.
 */
const LEAVE = { emptied: 0.95, kept: 0.08 } as const
/** Radius of the new quarters, into which records move. */
const QUARTER_METERS = 1_000
const LISTED_BY_METERS = 25

const CITIES = [
  { city: 'Nice', country: 'FR', at: [43.697, 7.271] },
  { city: 'Valencia', country: 'ES', at: [39.474, -0.376] },
  { city: 'Porto', country: 'PT', at: [41.145, -8.611] },
  { city: 'Palermo', country: 'IT', at: [38.115, 13.361] },
] as const
const KINDS = ['Apartment', 'Studio', 'Flat', 'Loft'] as const
const CHARMS = ['Cosy', 'Sunny', 'Lovely', 'Bright', 'Charming', 'Modern', 'Central', 'Quiet'] as const
const LANDMARKS = ['Old Port', 'Cathedral', 'Market Hall', 'Beach', 'Opera', 'Old Town'] as const
const SYLLABLES = ['bra', 'cle', 'dri', 'flo', 'gru', 'pla', 'ske', 'twi', 'vro', 'zlu'] as const

/**
 * Generates districts with apartments of one to three suppliers each.
 *
 * @param records - Approximate number of first versions.
 * @param recordsPerDistrict - Records in one district, which is about 600 m wide.
 */
export function denseDistricts(
  seed: number,
  records: number,
  recordsPerDistrict: number = RECORDS_PER_DISTRICT,
): DenseDistricts {
  const random = seededRandom(seed)
  const first: FeedRow[] = []
  const apartments: number[] = []
  const moved: FeedRow[] = []
  for (let apartment = 0; first.length < records; apartment++) {
    const district = Math.floor(first.length / recordsPerDistrict)
    const listings = listingsOf(apartment, district, first.length, random)
    first.push(...listings)
    apartments.push(...listings.map(() => apartment))
    const leaves = district % 2 === 0 ? LEAVE.emptied : LEAVE.kept
    const wayOut = random()
    for (const listing of listings) if (random() < leaves) moved.push(leaving(listing, district, wayOut, random))
  }
  return { first, apartments, moved }
}

/** Returns the listings of one apartment, one for each of its suppliers. */
function listingsOf(apartment: number, district: number, code: number, random: () => number): FeedRow[] {
  const { city, country, at } = CITIES[district % CITIES.length] as (typeof CITIES)[number]
  const [lat, lon] = centreOf(at, district)
  const place = near([lat, lon], HALF_WIDTH_METERS * random() ** 2, random)
  const [kind, charm, landmark] = [oneOf(KINDS, random), oneOf(CHARMS, random), oneOf(LANDMARKS, random)]
  // Most apartments have a distinctive name. The others differ only by location and number.
  const own = random() < 0.8 ? inventedWord(apartment) : ''
  const count = 1 + Math.floor(random() * 3)
  const firstSupplier = Math.floor(random() * SUPPLIERS)
  return Array.from({ length: count }, (_, listing): FeedRow => {
    const words = [charm, kind, own, listing === 1 ? `near ${landmark}` : landmark].filter((word) => word !== '')
    return {
      supplier: `dense-${(firstSupplier + listing) % SUPPLIERS}`,
      code: `D${code + listing}`,
      name: (listing === 2 ? words.toReversed() : words).join(' '),
      category: 'apartment',
      location: { city, country, coordinates: near(place, LISTED_BY_METERS * random(), random) },
    }
  })
}

function leaving(listing: FeedRow, district: number, wayOut: number, random: () => number): FeedRow {
  const { city, country, at } = CITIES[district % CITIES.length] as (typeof CITIES)[number]
  // All listings of an apartment change in the same way, so that they still match.
  if (wayOut < 0.15) return { ...listing, location: { city, country } }
  if (wayOut < 0.25) return { ...listing, category: 'hotel' }
  if (wayOut < 0.35) return { ...listing, name: `Residence ${listing.name}` }
  // A new quarter of the city, which exceeds the limit while the old districts empty.
  const quarter = centreOf(at, district + 1_000)
  return { ...listing, location: { city, country, coordinates: near(quarter, QUARTER_METERS * random() ** 2, random) } }
}

/** Districts of one city are 3 km apart. */
function centreOf([lat, lon]: readonly [number, number], district: number): [number, number] {
  return [lat + (Math.floor(district / CITIES.length) % 50) * 0.027, lon + (district >= 1_000 ? 0.5 : 0)]
}

function near([lat, lon]: readonly [number, number], meters: number, random: () => number): [number, number] {
  const direction = random() * 2 * Math.PI
  const north = (meters * Math.cos(direction)) / METERS_PER_DEGREE
  const east = (meters * Math.sin(direction)) / (METERS_PER_DEGREE * Math.cos((lat * Math.PI) / 180))
  return [lat + north, lon + east].map((degrees) => Math.round(degrees * 1e6) / 1e6) as [number, number]
}

function inventedWord(number: number): string {
  return [number % 10, Math.floor(number / 10) % 10, Math.floor(number / 100) % 10, (number * 7 + 3) % 10]
    .map((digit) => SYLLABLES[digit])
    .join('')
}

function oneOf<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)] as Item
}
