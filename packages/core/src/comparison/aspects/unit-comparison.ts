import type { CategoryGroup } from '../../model/category.ts'
import type { Comparison } from '../comparison.ts'

/**
 * Tells pairs of which one is let as a whole or by the room: of these a building, and even a floor, holds many, so that
 * the same door says far less than for hotels. The level is no agreement by itself; what it is worth is what the place
 * of such a pair counts too much.
 */
export const unitComparison: Comparison = {
  name: 'unit',
  description: 'Whether a building may hold many of the kind: apartments, villas, rooms.',
  levels: ['one_of_many', 'unknown'],
  // That a building holds many is never a reason to take two for one.
  chains: [['unknown', 'one_of_many']],
  speaks: ({ group }) => group === 'let',
  oneSideIsEnough: true,
  compare: ({ group: a }, { group: b }) => compareGroups(a, b),
  glance: ({ group: a }, { group: b }) => compareGroups(a, b),
  // The category says it already.
  show: () => undefined,
}

function compareGroups(a: CategoryGroup, b: CategoryGroup): string {
  if (a === 'other' || b === 'other') return 'unknown'
  return a === 'let' || b === 'let' ? 'one_of_many' : 'unknown'
}
