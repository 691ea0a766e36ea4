/** A survivorship rule, which chooses between the values of one field in a product's records. */
export type SurvivorshipRule =
  /** Chooses the record of the supplier with the highest priority. */
  | 'priority'
  /** Chooses the value of most suppliers. */
  | 'agreement'
  /** Chooses the record with the most fields. */
  | 'completeness'
  /** Chooses the record that was updated last. */
  | 'newest'

/** Survivorship rules in the order in which they apply. If values still tie, the lowest supplier and code decide. */
export interface SurvivorshipRules {
  readonly order: readonly SurvivorshipRule[]
}

/** The default rules: supplier priority, then agreement, then completeness, then the newest record. */
export const DEFAULT_SURVIVORSHIP_RULES: SurvivorshipRules = {
  order: ['priority', 'agreement', 'completeness', 'newest'],
}
