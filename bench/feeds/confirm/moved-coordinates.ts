import type { GeneratedRecord } from '@utpid/generator'
import { picker } from '../../harness/seeded-random.ts'

const METERS_PER_DEGREE = 111_195
const LEAST_METERS = 10
const MOST_METERS = 2_000
/** Decimals of the swapped digits: the second to the fifth. */
const SWAPPED_DECIMALS = [2, 3, 4] as const

/** The ways in which coordinates change. */
export const MOVES = ['moved', 'rounded', 'swapped'] as const

export type Move = (typeof MOVES)[number]

/**
 * Changes the coordinates of a hotel that stays where it is: moves them by 10 m to 2 km, rounds them to two or three
 * decimals, or swaps two adjacent decimals. All other fields stay.
 */
export function withOtherCoordinates(record: GeneratedRecord, kind: Move, random: () => number): GeneratedRecord {
  const { lat = 0, lon = 0 } = record
  const pick = picker(random)
  if (kind === 'rounded') {
    const factor = pick([100, 1_000])
    return { ...record, lat: Math.round(lat * factor) / factor, lon: Math.round(lon * factor) / factor }
  }
  if (kind === 'swapped') {
    const at = pick(SWAPPED_DECIMALS)
    return random() < 0.5 ? { ...record, lat: swapped(lat, at) } : { ...record, lon: swapped(lon, at) }
  }
  // Small distances are as frequent as large distances on a logarithmic scale.
  const meters = LEAST_METERS * (MOST_METERS / LEAST_METERS) ** random()
  const angle = random() * 2 * Math.PI
  const north = (Math.cos(angle) * meters) / METERS_PER_DEGREE
  const east = (Math.sin(angle) * meters) / (METERS_PER_DEGREE * Math.max(0.1, Math.cos((lat * Math.PI) / 180)))
  return { ...record, lat: lat + north, lon: lon + east }
}

/** Swaps the decimal at a place with the next decimal. */
function swapped(degrees: number, at: number): number {
  const [whole = '0', decimals = ''] = degrees.toFixed(6).split('.')
  const digits = [...decimals]
  const left = at - 1
  const [one = '0', other = '0'] = [digits[left], digits[left + 1]]
  digits[left] = other
  digits[left + 1] = one
  return Number(`${whole}.${digits.join('')}`)
}
