import type { RecordFeatures } from '../../features/record-features.ts'
import { CATEGORIES } from '../../model/category.ts'
import type { Comparison } from '../comparison.ts'

/** Compares categories. Suppliers seldom agree on the exact category, so only the category group is reliable. */
export const categoryComparison: Comparison = {
  name: 'category',
  description: 'Whether the categories agree.',
  levels: ['same', 'same_group', 'related', 'unknown', 'conflicting'],
  monotoneLevels: [['same', 'same_group', 'related', 'conflicting']],
  isPresent: ({ group }) => group !== 'other',
  // Nearly all candidates agree in the category, so this comparison seldom lowers the bound.
  cost: 12,
  compare: (left, right) => compareCategories(left, right),
  compareView: (query, other) => compareCategories(query, other),
  fieldOf: ({ category, group, profile }) => ({ category, group, profile }),
  show: ({ category }) => category,
}

type Categorised = Pick<RecordFeatures, 'category' | 'group'>

function compareCategories(left: Categorised, right: Categorised): string {
  if (left.group === 'other' || right.group === 'other') return 'unknown'
  if (left.category === right.category) return 'same'
  if (left.group === right.group) return 'same_group'
  return profileOf(left) === profileOf(right) ? 'related' : 'conflicting'
}

function profileOf({ category }: Categorised): string | undefined {
  return CATEGORIES[category]?.profile
}
