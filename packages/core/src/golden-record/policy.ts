/** What decides between values of one field that records of a product give, first to last. */
export type PolicyRule =
  /** The record of the supplier with the highest priority. */
  | 'priority'
  /** The value that most suppliers give. */
  | 'agreement'
  /** The record that says most. */
  | 'completeness'
  /** The record that was updated last. */
  | 'newest'

/** How shown fields are chosen. Ties beyond the rules go to the lowest supplier and code. */
export interface ShownFieldsPolicy {
  readonly order: readonly PolicyRule[]
}

/** By priority of suppliers, then what most records say, then the fullest record, then the newest. */
export const DEFAULT_POLICY: ShownFieldsPolicy = { order: ['priority', 'agreement', 'completeness', 'newest'] }
