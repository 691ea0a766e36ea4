import { loadGazetteer } from '@utpid/gazetteer'
import type { FeedRow } from '../../feeds/feed-rows.ts'

/** A deliberate fault that suppliers make. */
export interface Fault {
  readonly name: string
  /** The rest of the row may be too little to identify a product. Results are reported, but not part of the bar. */
  readonly isHopeless?: true
  /** Returns the row with the fault; undefined if the row cannot have this fault. */
  readonly breakRow: (row: FeedRow, others: readonly FeedRow[]) => FeedRow | undefined
}

interface Place {
  readonly address?: unknown
  readonly city?: unknown
  readonly country?: unknown
  readonly postalCode?: unknown
  readonly coordinates?: readonly [number, number]
}

const gazetteer = loadGazetteer()
/** About a hundred kilometres. */
const ELSEWHERE_DEGREES = 1

/** Faults that the record alone proves, and faults that only a product can prove. */
export const FAULTS: readonly Fault[] = [
  { name: 'coordinates swapped', breakRow: moved(([latitude, longitude]) => [longitude, latitude]) },
  { name: 'sign of the latitude lost', breakRow: moved(([latitude, longitude]) => [-latitude, longitude]) },
  { name: 'sign of the longitude lost', breakRow: moved(([latitude, longitude]) => [latitude, -longitude]) },
  {
    name: 'coordinates swapped, no city or country',
    breakRow: withoutNames(moved(([latitude, longitude]) => [longitude, latitude])),
  },
  {
    name: 'sign of the longitude lost, no city or country',
    breakRow: withoutNames(moved(([latitude, longitude]) => [latitude, -longitude])),
  },
  {
    name: 'coordinates of the city',
    breakRow: (row) => {
      const { city, country } = placeOf(row)
      const [found] = typeof city === 'string' ? gazetteer.citiesByName(city, countryOf(country)) : []
      return found === undefined ? undefined : moved(() => found.coordinates)(row)
    },
  },
  {
    name: 'coordinates of another place of the feed',
    isHopeless: true,
    breakRow: (row, others) => {
      const own = placeOf(row).coordinates
      const other = others.find(({ location }) => {
        const point = (location as Place | undefined)?.coordinates
        return point !== undefined && own !== undefined && isElsewhere(point, own)
      })
      const point = other === undefined ? undefined : placeOf(other).coordinates
      return point === undefined ? undefined : moved(() => point)(row)
    },
  },
  {
    name: 'name in the address, and the street as the name',
    breakRow: (row) => {
      const { address } = placeOf(row)
      if (typeof address !== 'string' || address.trim() === '' || String(row.name).includes(',')) return undefined
      return { ...row, name: address, location: { ...placeOf(row), address: `${row.name}, ${address}` } }
    },
  },
  {
    name: 'first zero of the postcode lost',
    breakRow: (row) => {
      const { postalCode } = placeOf(row)
      if (typeof postalCode !== 'string' || !/^0\d+$/.test(postalCode)) return undefined
      return { ...row, location: { ...placeOf(row), postalCode: postalCode.slice(1) } }
    },
  },
  {
    name: 'name in HTML entities',
    breakRow: (row) => ({ ...row, name: [...String(row.name)].map(entityOf).join('') }),
  },
  {
    name: 'placeholders where something is missing',
    breakRow: (row) => ({ email: '-', website: 'n/a', brand: '--', ...row, stars: row.stars ?? '-' }),
  },
]

function placeOf({ location }: FeedRow): Place {
  return (location ?? {}) as Place
}

function moved(
  move: (point: readonly [number, number]) => readonly [number, number],
): (row: FeedRow) => FeedRow | undefined {
  return (row) => {
    const place = placeOf(row)
    if (place.coordinates === undefined) return undefined
    const [latitude, longitude] = move(place.coordinates)
    if (Math.abs(latitude) > 90 || (latitude === place.coordinates[0] && longitude === place.coordinates[1]))
      return undefined
    return { ...row, location: { ...place, coordinates: [latitude, longitude] } }
  }
}

function withoutNames(broken: (row: FeedRow) => FeedRow | undefined): (row: FeedRow) => FeedRow | undefined {
  return (row) => {
    const { city: _, country: __, ...place } = placeOf(row)
    return broken({ ...row, location: place })
  }
}

function countryOf(country: unknown): string | undefined {
  return typeof country === 'string' && country.length === 2 ? country.toUpperCase() : undefined
}

function isElsewhere(point: readonly [number, number], own: readonly [number, number]): boolean {
  return Math.hypot(point[0] - own[0], point[1] - own[1]) > ELSEWHERE_DEGREES
}

function entityOf(character: string): string {
  return /[\p{L}\p{N} ]/u.test(character) && character <= 'z' ? character : `&#${character.codePointAt(0)};`
}
