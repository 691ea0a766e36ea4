import type { Random } from '../random/random.ts'

/**
 * Adds one typing error to a word of five letters or more. A shorter word stays unchanged, since it could become
 * another real word.
 */
export function misspell(random: Random, word: string): string {
  const letters = [...word]
  if (letters.length < 5) return word
  const at = random.between(1, letters.length - 2)
  const here = letters[at] ?? ''
  const next = letters[at + 1] ?? ''
  const slip = random.below(4)
  if (slip === 0) letters.splice(at, 1)
  else if (slip === 1) letters.splice(at, 0, here)
  else if (slip === 2) letters.splice(at, 2, next, here)
  else letters[at] = random.pick([...'aeiourstln'].filter((letter) => letter !== here))
  return letters.join('')
}
