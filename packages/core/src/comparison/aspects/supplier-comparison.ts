import type { Comparison } from '../comparison.ts'

/** Compares suppliers. Two codes of one supplier nearly always mean two products. */
export const supplierComparison: Comparison = {
  name: 'supplier',
  description: 'Whether both records come from one supplier. A supplier seldom lists a product twice.',
  levels: ['unknown', 'same'],
  isPresent: ({ supplier }) => supplier !== undefined,
  compare: ({ supplier: a }, { supplier: b }) => (a !== undefined && a === b ? 'same' : 'unknown'),
  compareView: ({ supplier: a }, { supplier: b }) => (a !== undefined && a === b ? 'same' : 'unknown'),
  show: () => undefined,
}
