import type { Baseline } from './baseline.ts'

/** Equal names, ignoring case, accents and punctuation. */
export const exactName: Baseline = {
  id: 'exact-name',
  what: 'same folded name',
  usesDistance: false,
  similarity: (a, b) => (a === b && a !== '' ? 1 : 0),
}
