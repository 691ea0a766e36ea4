import type { Baseline } from './baseline.ts'
import { setSimilarity } from './set-similarity.ts'

/** Jaccard similarity of character trigrams, as databases compare texts. */
export const characterTrigrams: Baseline = {
  id: 'trigrams',
  what: 'shared trigrams and distance',
  usesDistance: true,
  similarity: (a, b) => setSimilarity(trigramsOf(a), trigramsOf(b)),
}

/** Returns the trigrams of each word. Two blanks are added before the word and one after it. */
function trigramsOf(name: string): Set<string> {
  const trigrams = new Set<string>()
  for (const word of name.split(' ')) {
    if (word === '') continue
    const characters = [...`  ${word} `]
    for (let at = 0; at + 3 <= characters.length; at++) trigrams.add(characters.slice(at, at + 3).join(''))
  }
  return trigrams
}
