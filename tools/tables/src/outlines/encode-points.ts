export type Point = readonly [longitude: number, latitude: number]

/** Points are on a grid. One step is about 1.1 km at the equator. */
export const STEPS_PER_DEGREE = 100

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const VALUES = 32

/**
 * Encodes points as differences on the grid, longitude before latitude. Each difference is a number in base 32, lowest
 * digit first. A digit is a letter of base64; those from 32 say that another digit follows. The lowest bit is the sign.
 */
export function encodePoints(points: readonly Point[]): string {
  let text = ''
  let [x, y] = [0, 0]
  for (const [longitude, latitude] of points) {
    const [nextX, nextY] = [Math.round(longitude * STEPS_PER_DEGREE), Math.round(latitude * STEPS_PER_DEGREE)]
    text += encodeNumber(nextX - x) + encodeNumber(nextY - y)
    x = nextX
    y = nextY
  }
  return text
}

function encodeNumber(value: number): string {
  let rest = value < 0 ? -2 * value - 1 : 2 * value
  let text = ''
  do {
    const digit = rest % VALUES
    rest = (rest - digit) / VALUES
    text += DIGITS.charAt(digit + (rest > 0 ? VALUES : 0))
  } while (rest > 0)
  return text
}
