/** Survivorship rule: chooses between the values of one field in a product's records. */
export type SurvivorshipRule =
  /** The record of the supplier with the highest priority. */
  | 'priority'
  /** The value of most suppliers. */
  | 'agreement'
  /** The record with the most fields. */
  | 'completeness'
  /** The record that was updated last. */
  | 'newest'

/** Survivorship rules, first to last. Remaining ties go to the lowest supplier and code. */
export interface SurvivorshipRules {
  readonly order: readonly SurvivorshipRule[]
}

/** Supplier priority, then agreement, then completeness, then the newest record. */
export const DEFAULT_SURVIVORSHIP_RULES: SurvivorshipRules = {
  order: ['priority', 'agreement', 'completeness', 'newest'],
}
