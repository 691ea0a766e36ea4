import type { RecordFeatures } from '../../features/record-features.ts'
import type { LevelScore, PairScorer } from '../../scoring/score-pair.ts'

/**
 * The minimum bits of the comparison of names. Below one bit, the names do not even double the odds: one of them lacks a
 * distinguishing word of the other.
 */
const MIN_NAME_BITS = 1
/** Comparisons of the parts of a name that tell siblings apart: `Zephyr 2`, `Zephyr Annex`, `Zephyr Airport`. */
const SIBLING_SIGNS: ReadonlySet<string> = new Set(['number', 'continuation'])
/** Comparisons of values that seldom belong to two hotels. A website may belong to a whole chain. */
const OWN_VALUES: ReadonlySet<string> = new Set(['phone', 'identifier'])

/**
 * Reports whether more than the place shows that two records are one product: the name, or a phone number or identifier.
 *
 * Siblings stand in one building and have similar names, so their match weight is high. Imports keep siblings apart,
 * since they compare both. But a code may go to a sibling that the registry does not know.
 */
export function isNameProof(bare: RecordFeatures, stored: RecordFeatures, scorer: PairScorer): boolean {
  let isNamed = true
  let isOwnValue = false
  for (const { comparison, level, bits } of scorer.levels(bare, stored)) {
    if (SIBLING_SIGNS.has(comparison.name) && bits < 0) return false
    if (comparison.name === 'name' && level !== 'unknown' && bits < MIN_NAME_BITS) isNamed = false
    if (OWN_VALUES.has(comparison.name) && level === 'same') isOwnValue = true
  }
  return isNamed || isOwnValue
}

/** Reports whether a level of a comparison prevents {@link isNameProof}. */
export function isAgainstNameProof({ comparison: { name }, level, bits }: LevelScore): boolean {
  if (level === 'unknown') return false
  return SIBLING_SIGNS.has(name) ? bits < 0 : name === 'name' && bits < MIN_NAME_BITS
}
