import { defaultSchema, type Gazetteer, type MatchInput, type RegistrySchema } from '@utpid/core'
import { indexRulesOf, type RecordFeatures } from '@utpid/core/scoring'
import { defined } from '@utpid/core/storage'

/**
 * Returns the features of a record as a registry has them: encoded and decoded.
 *
 * @param anonymous - Whether to omit supplier and code.
 * @param gazetteer - Gazetteer of the registry. Without a gazetteer, cities are compared only by name.
 * @param schema - Schema of the registry, which determines the features.
 */
export function storedFeatures(
  record: MatchInput,
  anonymous: boolean,
  gazetteer?: Gazetteer,
  schema: RegistrySchema = defaultSchema,
): RecordFeatures {
  const { supplier, code } = record
  const own = anonymous || supplier === undefined ? {} : { supplier, ...defined({ code }) }
  const rules = indexRulesOf(schema)
  return rules.decode(rules.encode(rules.extract(record, own, gazetteer)))
}
