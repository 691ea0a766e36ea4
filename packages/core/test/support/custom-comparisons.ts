import type { RecordFeatures } from '../../src/features/record-features.ts'
import type { CustomComparison } from '../../src/schema/custom-comparison.ts'
import { defaultSchema } from '../../src/schema/default-schema.ts'
import { extendSchema } from '../../src/schema/extend-schema.ts'
import type { RegistrySchema } from '../../src/schema/registry-schema.ts'

/** A comparison that the default schema lacks. */
export const PARITY: CustomComparison = {
  name: 'parity',
  version: 1,
  description: 'Whether the last digits of the phone numbers are both even or both odd.',
  levels: ['alike', 'unlike', 'unknown'],
  profiles: ['lodging', 'generic'],
  bits: { alike: 2.5, unlike: -3.25 },
  isPresent: ({ phone }) => phone !== undefined,
  compare: ({ phone: a }, { phone: b }) =>
    a === undefined || b === undefined ? 'unknown' : a % 2 === b % 2 ? 'alike' : 'unlike',
  show: ({ phone }) => phone,
}

/** The same comparison, which also reads feature views. */
export const VIEWED_PARITY: CustomComparison = {
  ...PARITY,
  name: 'viewed_parity',
  compareView: ({ phone: a }, { phone: b }) =>
    a === undefined || b === undefined ? 'unknown' : a % 2 === b % 2 ? 'alike' : 'unlike',
}

/** Returns the default schema with these comparisons. */
export function schemaWith(...comparisons: readonly CustomComparison[]): RegistrySchema {
  return extendSchema(defaultSchema, { name: 'test', comparisons })
}

/** Returns features with the feature of an added field. */
export function withAdded(features: RecordFeatures, added: NonNullable<RecordFeatures['added']>): RecordFeatures {
  return { ...features, added }
}
