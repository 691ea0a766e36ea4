import type { CategoryGroup } from '../../model/category.ts'
import type { Comparison } from '../comparison.ts'

/**
 * Recognises pairs in which a record is for rent as a whole or by the room. One building, even one floor, has many such
 * units. So for units, the same door is much weaker evidence than for hotels. This level does not show agreement: its
 * bits reduce the excess evidence of the place.
 */
export const unitComparison: Comparison = {
  name: 'unit',
  description: 'Whether one building may contain many such products: apartments, villas, rooms.',
  levels: ['one_of_many', 'unknown'],
  // This level is never evidence for a match.
  monotoneLevels: [['unknown', 'one_of_many']],
  isPresent: ({ group }) => group === 'let',
  oneSideIsEnough: true,
  compare: ({ group: a }, { group: b }) => compareGroups(a, b),
  compareView: ({ group: a }, { group: b }) => compareGroups(a, b),
  // The explanation already shows the category, so this comparison shows no value.
  show: () => undefined,
}

function compareGroups(a: CategoryGroup, b: CategoryGroup): string {
  if (a === 'other' || b === 'other') return 'unknown'
  return a === 'let' || b === 'let' ? 'one_of_many' : 'unknown'
}
