import { BORDER_LINES, COUNTRY_RINGS, STEPS_PER_DEGREE } from '../../generated/country-outlines.ts'
import { type Pixel, worldOf, wrapped } from '../view/map-view.ts'

/** A closed line around land or a lake, as shares of the world, with its bounds. */
export interface Ring {
  readonly points: readonly Pixel[]
  readonly west: number
  readonly east: number
  readonly north: number
  readonly south: number
}

export interface CountryOutline {
  /** ISO 3166 alpha-2 code, or empty. */
  readonly code: string
  readonly rings: readonly Ring[]
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const VALUES = 32

let decoded: readonly CountryOutline[] | undefined

/** Returns the outlines of all countries. They are exact to about 10 km. */
export function countryOutlines(): readonly CountryOutline[] {
  decoded ??= decode()
  return decoded
}

function decode(): CountryOutline[] {
  const lines = BORDER_LINES.split(' ').map(pointsOf)
  return COUNTRY_RINGS.split(';').map((text) => {
    const [code = '', rings = ''] = text.split(':')
    return {
      code,
      rings: rings.split(',').map((ring) =>
        ringOf(
          ring.split(' ').flatMap((name, at) => {
            const line = lines[Number(name.replace('~', ''))] ?? []
            const ordered = name.startsWith('~') ? line.toReversed() : line
            // Each line starts where the line before ends.
            return at === 0 ? ordered : ordered.slice(1)
          }),
        ),
      ),
    }
  })
}

/** Reads a line of the form of `encodePoints` in tools/tables. */
function pointsOf(text: string): Pixel[] {
  const points: Pixel[] = []
  let [longitude, latitude, value, factor] = [0, 0, 0, 1]
  let isLatitude = false
  for (const letter of text) {
    const digit = DIGITS.indexOf(letter)
    value += (digit % VALUES) * factor
    factor *= VALUES
    if (digit >= VALUES) continue
    const step = value % 2 === 1 ? -(value + 1) / 2 : value / 2
    if (isLatitude) {
      latitude += step
      points.push(worldOf([latitude / STEPS_PER_DEGREE, longitude / STEPS_PER_DEGREE]))
    } else longitude += step
    isLatitude = !isLatitude
    value = 0
    factor = 1
  }
  return points
}

/** Returns a ring with its bounds. A ring across the date line goes on beyond the end of the world. */
function ringOf(line: readonly Pixel[]): Ring {
  const points: Pixel[] = []
  let [west, east, north, south] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1, 0]
  for (const [at, y] of line) {
    const last = points.at(-1)?.[0] ?? at
    const x = last + wrapped(at - last)
    points.push([x, y])
    west = Math.min(west, x)
    east = Math.max(east, x)
    north = Math.min(north, y)
    south = Math.max(south, y)
  }
  return { points, west, east, north, south }
}
