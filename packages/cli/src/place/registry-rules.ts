import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { RegistryError, type RegistryOptions, type RegistrySchema } from '@utpid/core'
import { parseSurvivorshipRules } from '@utpid/core/operations'
import { checkFiles } from '../arguments/check-files.ts'
import { usageError } from '../errors/cli-error.ts'

/** The rules of a registry that its storage does not have: files of the user decide them. */
export type RegistryRules = Pick<RegistryOptions, 'schema' | 'survivorshipRules'>

/** The files of rules. */
export interface RuleFiles {
  /** A JavaScript module that exports a schema as `schema` or as its default. */
  readonly schema?: string | undefined
  /** A JSON file of survivorship rules. */
  readonly survivorship?: string | undefined
}

/**
 * Reads the rules of a registry.
 *
 * @throws {CliError} for a file that cannot be read or does not have valid rules.
 */
export async function readRules({ schema, survivorship }: RuleFiles): Promise<RegistryRules> {
  return {
    ...(schema === undefined ? {} : { schema: await importSchema(schema) }),
    ...(survivorship === undefined ? {} : { survivorshipRules: await readSurvivorshipRules(survivorship) }),
  }
}

/** Imports a schema. Threads import it from the same file. */
async function importSchema(file: string): Promise<RegistrySchema> {
  checkFiles([file])
  const module = pathToFileURL(resolve(file)).href
  let exported: { readonly schema?: unknown; readonly default?: unknown }
  try {
    exported = (await import(module)) as typeof exported
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw usageError(`The schema ${file} cannot be imported: ${reason}`, { cause: error })
  }
  const schema = exported.schema ?? exported.default
  if (!isSchema(schema)) {
    throw usageError(
      `${file} exports no schema: export the result of extendSchema of @utpid/core as "schema" or as default.`,
    )
  }
  return { ...schema, module }
}

function isSchema(value: unknown): value is RegistrySchema {
  return typeof value === 'object' && value !== null && 'name' in value && 'profiles' in value && 'comparisons' in value
}

async function readSurvivorshipRules(file: string): Promise<NonNullable<RegistryRules['survivorshipRules']>> {
  checkFiles([file])
  const text = await readFile(file, 'utf8')
  try {
    return parseSurvivorshipRules(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError) throw usageError(`${file} is not JSON: ${error.message}.`, { cause: error })
    if (error instanceof RegistryError) throw usageError(`${file}: ${error.message}`, { cause: error })
    throw error
  }
}
