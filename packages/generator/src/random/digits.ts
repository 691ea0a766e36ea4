import type { Random } from './random.ts'

/**
 * Returns a random number for a pattern. `N` becomes a digit from 2 to 9, `#` becomes any digit; other characters stay
 * unchanged.
 */
export function digitsOf(random: Random, pattern: string): string {
  let digits = ''
  for (const sign of pattern) {
    if (sign === 'N') digits += random.between(2, 9)
    else if (sign === '#') digits += random.below(10)
    else digits += sign
  }
  return digits
}
