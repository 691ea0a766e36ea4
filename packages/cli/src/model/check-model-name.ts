import type { ScoringModel } from '@utpid/core'
import { CliError } from '../errors/cli-error.ts'
import { EXIT } from '../errors/exit-codes.ts'

const NAME_CHARACTERS = 64

/**
 * Checks what a new model is to be called.
 *
 * @param base - The model that it is made from.
 * @throws {CliError} for an empty name, one that is too long, and that of the base: two models must not be told as one.
 */
export function checkModelName(name: string, base: ScoringModel): void {
  if (name === '' || name.length > NAME_CHARACTERS) {
    throw new CliError(EXIT.usage, `--name has ${name.length} characters; give 1 to ${NAME_CHARACTERS}.`)
  }
  if (name === base.version) {
    throw new CliError(EXIT.usage, `--name is ${name}, as the model it is made from is called; give it another.`)
  }
}
