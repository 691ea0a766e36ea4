import type { RecordFeatures } from '../../features/record-features.ts'
import type { KeyStrength } from '../../features/rules/blocking-rule.ts'
import { type CategoryGroup, categoryPosition } from '../../model/category.ts'
import type { KeyScale } from '../keys/key-scale.ts'

/** A rule for blocking keys with a place: records near each other with an equal content find each other. */
export interface PlacedRule {
  /** The name of the rule: snake case, unique among all rules. */
  readonly name: string
  /** One or two sentences about the records that find each other. */
  readonly description: string
  /**
   * Returns the contents of the keys of a record with coordinates. Contents of one scale are next to each other.
   *
   * @param groups - Category groups to search.
   */
  contents(features: RecordFeatures, groups: readonly CategoryGroup[]): readonly PlacedContent[]
}

/** The content of a key with a place, without the cell. */
export interface PlacedContent {
  readonly content: string
  readonly scale: KeyScale
  readonly strength: KeyStrength
  /** False for a category group that the query searches besides the record's own group. */
  readonly own: boolean
}

const AIRPORT = categoryPosition('airport')

/** Reports whether a record is an airport. Airports have keys of their own scale. */
export function isAirport({ category }: RecordFeatures): boolean {
  return category === AIRPORT
}
