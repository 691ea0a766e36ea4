import { type CustomComparison, defaultSchema, extendSchema, type RegistrySchema } from '@utpid/core'

/** A comparison that decides what the default schema leaves open. */
export const PARITY: CustomComparison = {
  name: 'parity',
  version: 1,
  description: 'Whether the last digits of the phone numbers are both even or both odd.',
  levels: ['alike', 'unlike', 'unknown'],
  profiles: ['lodging', 'generic'],
  bits: { alike: 1, unlike: -20 },
  isPresent: ({ phone }) => phone !== undefined,
  compare: ({ phone: a = 0 }, { phone: b = 0 }) => (a % 2 === b % 2 ? 'alike' : 'unlike'),
  show: ({ phone }) => phone,
}

export const schema: RegistrySchema = extendSchema(defaultSchema, {
  name: 'parity',
  module: import.meta.url,
  comparisons: [PARITY],
})
