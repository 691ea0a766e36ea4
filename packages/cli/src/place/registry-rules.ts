import { readFile } from 'node:fs/promises'
import { RegistryError, type RegistryOptions } from '@utpid/core'
import { parseSurvivorshipRules } from '@utpid/core/operations'
import { checkFiles } from '../arguments/check-files.ts'
import { usageError } from '../errors/cli-error.ts'

/** The rules of a registry that its storage does not have: files of the user decide them. */
export type RegistryRules = Pick<RegistryOptions, 'survivorshipRules'>

/** The files of rules. */
export interface RuleFiles {
  /** A JSON file of survivorship rules. */
  readonly survivorship?: string | undefined
}

/**
 * Reads the rules of a registry.
 *
 * @throws {CliError} for a file that cannot be read or does not have valid rules.
 */
export async function readRules({ survivorship }: RuleFiles): Promise<RegistryRules> {
  if (survivorship === undefined) return {}
  return { survivorshipRules: await readSurvivorshipRules(survivorship) }
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
