import { basename } from 'node:path'
import { CliError } from '../cli-error.ts'
import { EXIT } from '../exit-codes.ts'

/**
 * The label of all pairs of a file that do not say it themselves: as given, else by the file's name.
 *
 * @returns undefined when the name tells nothing: each pair must then have its own `match`.
 */
export function labelOfFile(path: string, given?: string): boolean | undefined {
  if (given !== undefined) {
    if (given !== '0' && given !== '1') throw new CliError(EXIT.usage, `--label is ${given}; give 0 or 1.`)
    return given === '1'
  }
  const name = basename(path).toLowerCase()
  const positive = name.includes('positive')
  const negative = name.includes('negative')
  return positive === negative ? undefined : positive
}
