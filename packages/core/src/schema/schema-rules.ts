import { extendRules } from '../features/rules/extend-rules.ts'
import type { IndexRules } from '../features/rules/index-rules.ts'
import type { RegistrySchema } from './registry-schema.ts'

const cache = new WeakMap<RegistrySchema, IndexRules>()

/**
 * Returns the index rules of a schema: the rules of this version of utpid with the features and blocking rules that
 * extensions add. Equal schemas have an equal index version. Repeated calls return the same object.
 */
export function indexRulesOf(schema: RegistrySchema): IndexRules {
  const known = cache.get(schema)
  if (known !== undefined) return known
  const rules = extendRules({ fields: schema.addedFields, blockingRules: schema.blockingRules })
  cache.set(schema, rules)
  return rules
}
