/** Splits a text into words like people type them. */
export function wordsOf(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** Swaps two letters of a word or omits one, but never changes the first letter. */
export function misspelt(word: string, random: () => number): string {
  const letters = [...word]
  const at = 1 + Math.floor(random() * (letters.length - 2))
  if (random() < 0.5) letters.splice(at, 1)
  else letters.splice(at, 2, letters[at + 1] as string, letters[at] as string)
  return letters.join('')
}
