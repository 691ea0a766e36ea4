import { CachedValue } from '../../features/cached-value.ts'
import type { NameFeatures } from '../../features/record-features.ts'
import { joinWords } from '../../text/script.ts'
import type { Comparison } from '../comparison.ts'
import { showNames } from './name-comparison.ts'
import { isOneScript, spellingOf } from './name-spelling.ts'
import { isCore } from './name-words.ts'

/** The minimum common prefix of each level, as a share of the shorter name. */
const STEPS = [
  ['whole', 0.999],
  ['over_80', 0.8],
  ['over_60', 0.6],
  ['over_40', 0.4],
  ['over_20', 0.2],
] as const

/**
 * Compares the beginnings of names. Additions mostly follow a name (`Annona`, `Annona Restaurant & Bar`). Words that
 * distinguish places of one kind or street mostly come first (`Haber's Pharmacy`, `Rosedale Pharmacy`).
 *
 * The measure is the common prefix as a share of the shorter name, without kinds of place, articles and the city. If a
 * record has several names, the best pair decides. This comparison does not compare names in two scripts.
 */
export const beginningComparison: Comparison = {
  name: 'beginning',
  description: 'Length of the common prefix of two names, in percent of the shorter one, without kinds of place.',
  levels: [...STEPS.map(([level]) => level), 'apart', 'unknown'],
  monotoneLevels: [[...STEPS.map(([level]) => level), 'apart']],
  isPresent: ({ names }) => names.length > 0,
  cost: 8,
  compare: ({ names: ofLeft }, { names: ofRight }) => {
    let max = -1
    for (const a of ofLeft) {
      for (const b of ofRight) {
        if (a.whole === b.whole) return 'whole'
        if (isOneScript(spellingOf(a), spellingOf(b))) max = Math.max(max, sharedPrefix(coreText(a), coreText(b)))
      }
    }
    if (max < 0) return 'unknown'
    for (const [level, min] of STEPS) if (max >= min) return level
    return 'apart'
  },
  show: showNames,
}

/** Returns the length of the common prefix as a share of the shorter text, 0 to 1. */
function sharedPrefix(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  if (shorter === 0) return 0
  let shared = 0
  while (shared < shorter && a.charCodeAt(shared) === b.charCodeAt(shared)) shared++
  return shared / shorter
}

/** Cache of core texts by name: one name is compared many times. */
const coreTexts = new CachedValue<NameFeatures, string>()

/** Returns the core words of a name in order, or all words of a name without core words. */
function coreText(name: NameFeatures): string {
  let text = coreTexts.get(name)
  if (text === undefined) {
    const core = name.words.filter(isCore)
    text = joinWords((core.length === 0 ? name.words : core).map((word) => word.text))
    coreTexts.set(name, text)
  }
  return text
}
