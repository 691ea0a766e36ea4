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

/** The minimum common prefix of each level of {@link openingComparison}, in letters. */
const LENGTHS = [
  ['over_22_letters', 22],
  ['over_17_letters', 17],
  ['over_13_letters', 13],
  ['over_10_letters', 10],
  ['over_8_letters', 8],
  ['over_6_letters', 6],
  ['over_5_letters', 5],
  ['over_4_letters', 4],
  ['over_3_letters', 3],
  ['over_2_letters', 2],
  ['one_letter', 1],
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
    for (const a of ofLeft) for (const b of ofRight) if (a.whole === b.whole) return 'whole'
    return levelOf(
      STEPS,
      longest(ofLeft, ofRight, (shared, shorter) => (shorter === 0 ? 0 : shared / shorter)),
    )
  },
  show: showNames,
}

/**
 * Compares the length of the common prefix of two names in letters. A long common beginning is seldom an accident,
 * whatever share of the names it is: the share alone says as much for `Rosa` as for `Haber's Pharmacy`.
 */
export const openingComparison: Comparison = {
  name: 'opening',
  description: 'Length of the common prefix of two names in letters, without kinds of place.',
  levels: [...LENGTHS.map(([level]) => level), 'apart', 'unknown'],
  monotoneLevels: [[...LENGTHS.map(([level]) => level), 'apart']],
  isPresent: ({ names }) => names.length > 0,
  cost: 8,
  compare: ({ names: ofLeft }, { names: ofRight }) =>
    levelOf(
      LENGTHS,
      longest(ofLeft, ofRight, (shared) => shared),
    ),
  show: showNames,
}

function levelOf(steps: readonly (readonly [level: string, min: number])[], value: number): string {
  if (value < 0) return 'unknown'
  for (const [level, min] of steps) if (value >= min) return level
  return 'apart'
}

/** Returns the maximum measure of the common prefixes of comparable names; -1 without two comparable names. */
function longest(
  ofLeft: readonly NameFeatures[],
  ofRight: readonly NameFeatures[],
  measure: (shared: number, shorter: number) => number,
): number {
  let max = -1
  for (const a of ofLeft) {
    for (const b of ofRight) {
      if (!isOneScript(spellingOf(a), spellingOf(b))) continue
      const [one, other] = [coreText(a), coreText(b)]
      const shorter = Math.min(one.length, other.length)
      let shared = 0
      while (shared < shorter && one.charCodeAt(shared) === other.charCodeAt(shared)) shared++
      max = Math.max(max, measure(shared, shorter))
    }
  }
  return max
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
