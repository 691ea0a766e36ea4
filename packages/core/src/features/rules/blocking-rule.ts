import type { RecordFeatures } from '../record-features.ts'

/**
 * The strength of a blocking key. A `loose` key is weak evidence: the index uses the key only while few records have it
 * (`LIMITS.recordsPerWeakKey`). A `firm` key may have more records (`LIMITS.recordsPerKey`).
 */
export type KeyStrength = 'firm' | 'loose'

/** A rule for blocking keys without a place: records with an equal content of one rule find each other. */
export interface BlockingRule {
  /** The name of the rule: snake case, unique. */
  readonly name: string
  /** The version of an added rule, an integer of 1 or more. The rules of utpid have the index version. */
  readonly version?: number
  /** One sentence about the records that find each other. */
  readonly description: string
  /** True if only the second round of a lookup uses the keys: for inputs without a likely product near their place. */
  readonly wide?: boolean
  readonly strength: KeyStrength
  /** Returns the contents of the keys of a record. Each content gives one key. */
  contents(features: RecordFeatures): readonly string[]
}

/** A rule that a schema adds to the rules of utpid. */
export interface CustomBlockingRule extends BlockingRule {
  readonly version: number
}
