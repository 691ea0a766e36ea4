import type { Random } from './random.ts'

/** A number in a pattern: `N` is a digit 2 to 9, `#` any digit, everything else itself. */
export function digitsOf(random: Random, pattern: string): string {
  let digits = ''
  for (const sign of pattern) {
    if (sign === 'N') digits += random.between(2, 9)
    else if (sign === '#') digits += random.below(10)
    else digits += sign
  }
  return digits
}
