import type { CategoryGroup } from '../../model/category.ts'
import type { Comparison } from '../comparison.ts'

/**
 * Marks pairs in which a record is rented as a whole or by the room. One building, even one floor, has many such units,
 * so the same door is much weaker evidence than for hotels. The level itself is no agreement: its bits correct the
 * excess evidence of the place.
 */
export const unitComparison: Comparison = {
  name: 'unit',
  description: 'Whether a building may hold many of this kind: apartments, villas, rooms.',
  levels: ['one_of_many', 'unknown'],
  // This level is never evidence for a match.
  monotoneLevels: [['unknown', 'one_of_many']],
  isPresent: ({ group }) => group === 'let',
  oneSideIsEnough: true,
  compare: ({ group: a }, { group: b }) => compareGroups(a, b),
  compareView: ({ group: a }, { group: b }) => compareGroups(a, b),
  // The explanation shows the category already.
  show: () => undefined,
}

function compareGroups(a: CategoryGroup, b: CategoryGroup): string {
  if (a === 'other' || b === 'other') return 'unknown'
  return a === 'let' || b === 'let' ? 'one_of_many' : 'unknown'
}
