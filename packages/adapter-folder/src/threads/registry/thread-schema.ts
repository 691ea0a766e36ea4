import { defaultSchema, RegistryError, type RegistrySchema } from '@utpid/core'
import { type ComparisonVersions, CURRENT_RULES, comparisonVersions, indexRulesOf } from '@utpid/core/scoring'
import { hashText53 } from '@utpid/core/storage'

/** A schema as a message: a thread imports the schema from its module, because functions cannot be sent. */
export interface SchemaReference {
  /** The URL of the module; absent for the default schema. */
  readonly module?: string
  readonly name: string
  readonly comparisons: ComparisonVersions
  /** The version of the schema's index rules. Default: the rules of this version of utpid. */
  readonly indexVersion?: string
  /** A hash of the data of the schema: fields, comparisons with their levels, profiles and blocking rules. */
  readonly contentHash?: number
}

/**
 * Returns the reference of a schema.
 *
 * @throws `validation_failed` for a schema other than the default schema without a module.
 */
export function schemaReference(schema: RegistrySchema): SchemaReference {
  const { name, module } = schema
  if (name === defaultSchema.name) return { name, comparisons: {} }
  if (module === undefined) {
    throw new RegistryError(
      'validation_failed',
      `Threads cannot use the schema "${name}": it has no module from which a thread could import it. Export the schema from a module of its own, and name that module: extendSchema(base, { name: "${name}", module: import.meta.url, ... }).`,
    )
  }
  return {
    name,
    module,
    comparisons: comparisonVersions(schema),
    indexVersion: indexRulesOf(schema).version,
    contentHash: contentHashOf(schema),
  }
}

/**
 * Imports the schema of a reference.
 *
 * @throws `validation_failed` if the module exports no schema, or another schema than the reference.
 */
export async function importSchema(reference: SchemaReference): Promise<RegistrySchema> {
  if (reference.module === undefined) return defaultSchema
  const exported = (await import(reference.module)) as { readonly schema?: RegistrySchema; readonly default?: unknown }
  const schema = exported.schema ?? (exported.default as RegistrySchema | undefined)
  if (typeof schema?.name !== 'string' || typeof schema.profiles !== 'object') {
    throw new RegistryError(
      'validation_failed',
      `${reference.module} exports no schema. Export the schema "${reference.name}" as "schema" or as default.`,
    )
  }
  checkSchema(schema, reference)
  return schema
}

/**
 * Checks that a thread uses the schema of the main thread: the name, the versions of custom comparisons, the index
 * version and the data must agree.
 *
 * @throws `validation_failed` with both schemas.
 */
export function checkSchema(schema: RegistrySchema, reference: SchemaReference): void {
  const [used, wanted] = [
    describe(schema.name, comparisonVersions(schema), indexRulesOf(schema).version),
    describe(reference.name, reference.comparisons, reference.indexVersion),
  ]
  const isSameContent = reference.contentHash === undefined || reference.contentHash === contentHashOf(schema)
  if (used === wanted && isSameContent) return
  const difference = used === wanted ? `${wanted} with other fields, levels, bits or profiles` : wanted
  throw new RegistryError(
    'validation_failed',
    `The thread has ${used}, but the registry has ${difference}. Let openWorkerRegistry(storage, { schema }) pass the schema to createRegistry.`,
  )
}

/** Returns a hash of the data of a schema. The hash does not cover functions. */
function contentHashOf({ module: _, ...schema }: RegistrySchema): number {
  return hashText53(JSON.stringify(schema))
}

function describe(name: string, comparisons: ComparisonVersions, indexVersion = CURRENT_RULES.version): string {
  const versions = Object.keys(comparisons)
    .sort()
    .map((comparison) => `${comparison} version ${comparisons[comparison]}`)
  const rules = indexVersion === CURRENT_RULES.version ? '' : `, index version ${indexVersion}`
  return `the schema "${name}" (${versions.join(', ') || 'no custom comparisons'}${rules})`
}
