import { missingAdditions } from '../../features/rules/index-version-difference.ts'
import { comparisonVersions } from '../../schema/custom-comparison.ts'
import { defaultSchema } from '../../schema/default-schema.ts'
import type { RegistrySchema } from '../../schema/registry-schema.ts'
import { indexRulesOf } from '../../schema/schema-rules.ts'
import { storedComparisonVersions } from '../../scoring/model-version.ts'
import type { Storage } from '../../storage/storage.ts'

/** A part of the schema of a storage that another schema lacks. */
export interface UnusedPart {
  readonly kind: 'field' | 'blocking rule' | 'comparison'
  readonly name: string
  /** The version in the storage. */
  readonly version: number
}

/**
 * Returns the parts of a storage that a program with a schema does not use: fields with a feature, blocking rules and
 * comparisons of another schema. The storage keeps their values, and exports, copies and packages contain them. Fields
 * without a feature are not among the parts, since a storage does not know them.
 *
 * @param schema - The schema of the program. Default: the default schema.
 */
export async function unusedParts(
  storage: Pick<Storage, 'ledger'>,
  schema: RegistrySchema = defaultSchema,
): Promise<UnusedPart[]> {
  const { ledger } = storage
  const { indexVersion, modelVersion } = await ledger.head()
  const additions = indexVersion === undefined ? [] : missingAdditions(indexVersion, indexRulesOf(schema).version)
  const stored =
    modelVersion === undefined ? {} : storedComparisonVersions(await ledger.modelVersions(), modelVersion.modelHash)
  const known = comparisonVersions(schema)
  return [
    ...additions.map(
      ({ kind, name, version }): UnusedPart => ({ kind: kind === 'rule' ? 'blocking rule' : kind, name, version }),
    ),
    ...Object.entries(stored)
      .filter(([name]) => known[name] === undefined)
      .map(([name, version]): UnusedPart => ({ kind: 'comparison', name, version })),
  ]
}

/** Returns a notice about unused parts for people; undefined if there are none. */
export function unusedPartsText(parts: readonly UnusedPart[]): string | undefined {
  if (parts.length === 0) return undefined
  const names = parts.map(({ kind, name, version }) => `the ${kind} "${name}" (version ${version})`)
  const [last, ...others] = names.toReversed()
  const listed = others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`
  return `The storage has ${listed} of another schema. Its values are kept, but this program does not use them. Open it with that schema to use them.`
}
