import type { Baseline } from './baseline.ts'
import { setSimilarity } from './set-similarity.ts'

/** Jaccard similarity of words. */
export const tokenSet: Baseline = {
  id: 'token-set',
  what: 'shared words and distance',
  usesDistance: true,
  similarity: (a, b) => setSimilarity(wordsOf(a), wordsOf(b)),
}

function wordsOf(name: string): Set<string> {
  return new Set(name.split(' ').filter((word) => word !== ''))
}
