import { defined } from '../../model/defined.ts'
import type { Comparison } from '../comparison.ts'

/** Compares official stars. Stars often differ by one between years or registers. */
export const starsComparison: Comparison = {
  name: 'stars',
  description: 'Whether the stars agree.',
  levels: ['same', 'near', 'unknown', 'different'],
  monotoneLevels: [['same', 'near', 'different']],
  isPresent: ({ stars }) => stars !== undefined,
  compare: ({ stars: a }, { stars: b }) => compareStars(a, b),
  compareView: ({ stars: a }, { stars: b }) => compareStars(a, b),
  fieldOf: ({ stars }) => defined({ stars }),
  show: ({ stars }) => (stars === undefined ? undefined : String(stars)),
}

const NEAR_SHARE = 0.1
const FAR_SHARE = 0.5

/** Compares the number of rooms. Few hotels in one street have the same number. */
export const roomsComparison: Comparison = {
  name: 'rooms',
  description: 'Whether the numbers of rooms agree.',
  levels: ['same', 'near', 'unknown', 'apart', 'different'],
  monotoneLevels: [['same', 'near', 'apart', 'different']],
  isPresent: ({ rooms }) => rooms !== undefined,
  compare: ({ rooms: a }, { rooms: b }) => compareRooms(a, b),
  compareView: ({ rooms: a }, { rooms: b }) => compareRooms(a, b),
  fieldOf: ({ rooms }) => defined({ rooms }),
  show: ({ rooms }) => (rooms === undefined ? undefined : String(rooms)),
}

function compareStars(a: number | undefined, b: number | undefined): string {
  if (a === undefined || b === undefined) return 'unknown'
  const gap = Math.abs(a - b)
  return gap === 0 ? 'same' : gap <= 1 ? 'near' : 'different'
}

function compareRooms(a: number | undefined, b: number | undefined): string {
  if (a === undefined || b === undefined) return 'unknown'
  const gap = Math.abs(a - b)
  if (gap === 0) return 'same'
  if (gap <= Math.max(1, NEAR_SHARE * Math.max(a, b))) return 'near'
  return gap > FAR_SHARE * Math.max(a, b) ? 'different' : 'apart'
}
