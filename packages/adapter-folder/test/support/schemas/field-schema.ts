import { type CustomBlockingRule, defaultSchema, extendSchema, fieldComparison, type RegistrySchema } from '@utpid/core'

/** A blocking rule by which records of different places find each other. */
const RULE: CustomBlockingRule = {
  name: 'owner_key',
  version: 1,
  description: 'Records of one owner.',
  strength: 'firm',
  contents: ({ added = {} }) => (typeof added.owner === 'string' ? [added.owner] : []),
}

export const schema: RegistrySchema = extendSchema(defaultSchema, {
  name: 'owners',
  module: import.meta.url,
  fields: {
    owner: {
      version: 1,
      type: { kind: 'text', maxCharacters: 80 },
      label: 'Owner',
      example: 'Seine Holding',
      feature: { codec: 'text' },
    },
  },
  comparisons: [
    fieldComparison<string>({
      name: 'owner',
      version: 1,
      description: 'Whether the owners are equal.',
      field: 'owner',
      levels: ['same', 'different'],
      profiles: ['lodging', 'activity', 'transfer', 'point', 'generic'],
      bits: { same: 20, different: -1 },
      compare: (left, right) => (left === right ? 'same' : 'different'),
    }),
  ],
  blockingRules: [RULE],
})
