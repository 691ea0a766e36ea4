import { readFile } from 'node:fs/promises'
import { defaultSchema, type RegistrySchema } from '@utpid/core'
import { completeModel, DEFAULT_MODEL, parseScoringModel, type ScoringModel } from '@utpid/core/scoring'
import { CliError, usageError } from '../errors/cli-error.ts'
import { EXIT } from '../errors/exit-codes.ts'

/**
 * Reads a scoring model from a JSON file, and completes it for a schema. Default: the shipped model.
 *
 * @param schema - The schema with the comparisons of the model.
 * @throws CliError when the file cannot be read, is not JSON or is not a model.
 */
export async function readModel(file?: string, schema: RegistrySchema = defaultSchema): Promise<ScoringModel> {
  if (file === undefined) return completeModel(DEFAULT_MODEL, schema)
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : String(code)
    throw new CliError(EXIT.input, `The model ${file} cannot be read: ${why}; check the path of --model.`, {
      cause: error,
    })
  }
  let json: unknown
  try {
    // Some editors start a file with a byte order mark.
    json = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new CliError(EXIT.input, `The model ${file} is not JSON: ${(error as Error).message}.`, { cause: error })
  }
  try {
    return completeModel(parseScoringModel(json, schema), schema)
  } catch (error) {
    throw usageError(`${file}: ${(error as Error).message}`, { cause: error })
  }
}
