/** A schema with a field, a blocking rule and a comparison, as a user writes it. The bench measures that it works. */
import { defaultSchema, extendSchema, fieldComparison, type RegistrySchema } from '@utpid/core'

const view = fieldComparison<string>({
  name: 'view',
  version: 1,
  field: 'seaView',
  description: 'Whether the two have a view of the same bay.',
  levels: ['same', 'different'],
  profiles: ['lodging'],
  bits: { same: 6, different: -6 },
  compare: (left, right) => (left === right ? 'same' : 'different'),
})

export const schema: RegistrySchema = extendSchema(defaultSchema, {
  name: 'views',
  module: import.meta.url,
  fields: {
    seaView: {
      version: 1,
      type: { kind: 'text', maxCharacters: 100 },
      label: 'Sea view',
      aliases: { de: 'meerblick' },
      example: 'Bay of Kotor',
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
