import { distance } from 'fastest-levenshtein'

/** Returns a suggestion of the most similar known word, as `; did you mean "x"?`, or an empty text. */
export function didYouMean(wrong: string, known: readonly string[]): string {
  const typed = wrong.trim().toLowerCase()
  let best: string | undefined
  // A third of the letters may be wrong. Two swapped letters count as two errors.
  let minErrors = (typed.length < 4 ? 1 : Math.max(2, Math.floor(typed.length / 3))) + 1
  for (const word of known) {
    const errors = distance(typed, word.toLowerCase())
    if (errors < minErrors) {
      best = word
      minErrors = errors
    }
  }
  return best === undefined ? '' : `; did you mean "${best}"?`
}
