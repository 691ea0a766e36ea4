import type { FeedRow } from '../feeds/feed-rows.ts'
import { picker, seededRandom } from '../harness/seeded-random.ts'

/**
 * Records of siblings. A sibling is a real product that differs from its neighbours in the chain. Each record shows one
 * sibling.
 */
export interface SiblingChain {
  readonly kind: string
  /** The records, with the sibling of each. Its text is distinct across chains. */
  readonly records: readonly { readonly row: FeedRow; readonly sibling: string }[]
}

const SUPPLIERS = 4
const METERS_PER_DEGREE = 111_320
const CITIES = [
  { city: 'Lyon', country: 'FR', at: [45.7601, 4.8402] },
  { city: 'Osaka', country: 'JP', at: [34.6901, 135.5002] },
  { city: 'Boston', country: 'US', at: [42.3601, -71.0602] },
  { city: 'Izmir', country: 'TR', at: [38.4201, 27.1402] },
  { city: 'Recife', country: 'BR', at: [-8.0602, -34.8801] },
] as const
const NAMES = ['Marlowe', 'Vantage', 'Corvina', 'Solange', 'Tessera', 'Halcyon', 'Brioso', 'Quintana'] as const
const STREETS = ['Harbour Street', 'Rua do Sol', 'Main Street', 'Avenue Foch', 'Long Lane'] as const
const WINGS = ['North', 'South', 'East', 'West'] as const

interface Sibling {
  readonly id: string
  readonly name: string
  /** Distance to the north from the start of the chain, in metres. */
  readonly north: number
  readonly category?: string
}

/** Kinds of chains. Each kind distinguishes its siblings in another way. */
const KINDS: readonly { readonly kind: string; readonly siblings: (name: string, street: string) => Sibling[] }[] = [
  {
    kind: 'towers of one building',
    siblings: (name) => numbers(9).map((n) => ({ id: `${n}`, name: `${name} Residences Tower ${n}`, north: n * 12 })),
  },
  {
    kind: 'lettered towers',
    siblings: (name) =>
      ['A', 'B', 'C', 'D', 'E', 'F'].map((letter, n) => ({
        id: letter,
        name: `${name} Towers - Tower ${letter}`,
        north: n * 15,
      })),
  },
  {
    kind: 'one brand along a street',
    siblings: (name, street) =>
      numbers(9).map((n) => ({ id: `${n}`, name: `${name} ${street} ${n * 10}`, north: n * 90 })),
  },
  {
    kind: 'wings of a resort',
    siblings: (name) =>
      WINGS.map((wing, n) => ({ id: wing, name: `${name} Resort ${wing} Wing`, north: n * 60, category: 'resort' })),
  },
  {
    kind: 'apartments of one house',
    siblings: (name) =>
      numbers(9).map((n) => ({ id: `${n}`, name: `${name} Apartment ${n + 100}`, north: 0, category: 'apartment' })),
  },
  {
    kind: 'first, second and third of one name',
    siblings: (name) =>
      ['I', 'II', 'III', 'IV'].map((numeral, n) => ({ id: numeral, name: `Hotel ${name} ${numeral}`, north: n * 70 })),
  },
]

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at + 1)
}

/** Generates chains of every kind, each sibling as written by two to four suppliers. */
export function siblingChains(seed: number, each: number): SiblingChain[] {
  const random = seededRandom(seed)
  const pick = picker(random)
  const chains: SiblingChain[] = []
  for (const { kind, siblings } of KINDS) {
    for (let copy = 0; copy < each; copy++) {
      const { city, country, at } = pick(CITIES)
      const name = `${pick(NAMES)} ${pick(NAMES)}`
      const corner = [at[0] + (random() - 0.5) * 0.1, at[1] + (random() - 0.5) * 0.1] as const
      const street = pick(STREETS)
      const phone = `+33 4 ${String(Math.floor(random() * 1e8)).padStart(8, '0')}`
      const records = siblings(name, street).flatMap((sibling) => {
        const sellers = 2 + Math.floor(random() * (SUPPLIERS - 1))
        return numbers(sellers).map((supplier) => ({
          sibling: `${kind} ${copy} ${sibling.id}`,
          row: {
            supplier: `s${supplier}`,
            code: `${chains.length}-${sibling.id}`,
            name: written(sibling.name, supplier, city),
            category: sibling.category ?? 'hotel',
            // Siblings usually share a front desk.
            ...(random() < 0.6 ? { phone } : {}),
            location: {
              city,
              country,
              ...(random() < 0.5 ? { address: `${street} 1` } : {}),
              coordinates: [
                round(corner[0] + (sibling.north + (random() - 0.5) * 30) / METERS_PER_DEGREE),
                round(corner[1] + ((random() - 0.5) * 30) / METERS_PER_DEGREE),
              ],
            },
          },
        }))
      })
      chains.push({ kind, records })
    }
  }
  return chains
}

/** Every supplier has its own style. */
function written(name: string, supplier: number, city: string): string {
  if (supplier === 2) return name.toUpperCase()
  if (supplier === 3) return `${name}, ${city}`
  return supplier === 4 ? name.replace(' - ', ' ').replace('Hotel ', '') : name
}

function round(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}
