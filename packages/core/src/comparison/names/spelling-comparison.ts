import type { Comparison, PossibleLevels } from '../comparison.ts'
import { showNames } from './name-comparison.ts'
import { isOneScript, spellingOf } from './name-spelling.ts'
import { nameBounds } from './shared-name-bounds.ts'

/** Minimum share of common trigrams for each level. */
const STEPS = [
  ['same', 0.999],
  ['over_90', 0.9],
  ['over_80', 0.8],
  ['over_70', 0.7],
  ['over_60', 0.6],
  ['over_50', 0.5],
  ['over_40', 0.4],
  ['over_30', 0.3],
  ['over_20', 0.2],
  ['over_10', 0.1],
] as const

/** The possible levels at or below each step. This list ignores scripts, so `unknown` is always possible. */
const LEVELS_FROM: readonly PossibleLevels[] = [...STEPS, undefined].map((_, at) => [
  ...STEPS.slice(at).map(([level]) => level),
  'apart',
  'unknown',
])

/**
 * Compares the spelling of names by letters. This comparison finds similarities that the comparison of words misses:
 * `Presto Tea` and `Prestotea`, plurals, a word with similar spelling in two languages. The measure is the Dice
 * coefficient (1945) of the trigrams of the names, in percent. If a record has several names, the best pair decides.
 * The comparison does not compare names in two scripts.
 */
export const spellingComparison: Comparison = {
  name: 'spelling',
  description: 'How many sequences of three letters two names share, in percent.',
  levels: [...STEPS.map(([level]) => level), 'apart', 'unknown'],
  monotoneLevels: [[...STEPS.map(([level]) => level), 'apart']],
  isPresent: ({ names }) => names.length > 0,
  cost: 20,
  viewCost: 4,
  compare: ({ names: ofLeft }, { names: ofRight }) => {
    let max = -1
    for (const a of ofLeft) {
      const spelling = spellingOf(a)
      for (const b of ofRight) {
        if (a.whole === b.whole) return 'same'
        const other = spellingOf(b)
        if (isOneScript(spelling, other)) max = Math.max(max, shareOf(spelling.trigrams, other.trigrams))
      }
    }
    if (max < 0) return 'unknown'
    for (const [level, min] of STEPS) if (max >= min) return level
    return 'apart'
  },
  compareView: (query, other, wordBits) => {
    const { spelling: max } = nameBounds(query, other, wordBits)
    if (max === undefined) return undefined
    for (let step = 0; step < STEPS.length; step++) if (max >= (STEPS[step]?.[1] ?? 0)) return LEVELS_FROM[step]
    return LEVELS_FROM[STEPS.length]
  },
  show: showNames,
}

/** Returns the Dice coefficient, 0 to 1, of two sorted lists that may contain duplicates. */
function shareOf(a: readonly number[], b: readonly number[]): number {
  const all = a.length + b.length
  if (all === 0) return 0
  let shared = 0
  for (let at = 0, other = 0; at < a.length && other < b.length; ) {
    const gap = (a[at] as number) - (b[other] as number)
    if (gap === 0) shared++
    if (gap <= 0) at++
    if (gap >= 0) other++
  }
  return (2 * shared) / all
}
