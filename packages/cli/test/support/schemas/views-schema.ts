import { defaultSchema, extendSchema, fieldComparison, type RegistrySchema } from '@utpid/core'

const view = fieldComparison<string>({
  name: 'view',
  version: 1,
  description: 'Whether the two have a view of the same bay.',
  field: 'seaView',
  levels: ['same', 'different'],
  profiles: ['lodging', 'generic'],
  bits: { same: 40, different: -6 },
  compare: (left, right) => (left === right ? 'same' : 'different'),
})

/** A schema as a user writes it: a field, a comparison of it, and a blocking rule by it. */
export const schema: RegistrySchema = extendSchema(defaultSchema, {
  name: 'views',
  module: import.meta.url,
  fields: {
    seaView: {
      version: 1,
      type: { kind: 'text', maxCharacters: 100 },
      label: 'Sea view',
      description: 'The bay that the rooms overlook.',
      example: 'Bay of Kotor',
      aliases: { de: 'meerblick' },
      feature: { codec: 'text' },
    },
  },
  comparisons: [view],
  blockingRules: [
    {
      name: 'same_view',
      version: 1,
      description: 'Houses with a view of the same bay.',
      strength: 'loose',
      contents: ({ added }) => (typeof added?.seaView === 'string' ? [added.seaView] : []),
    },
  ],
})
