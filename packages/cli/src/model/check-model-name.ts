import type { ScoringModel } from '@utpid/core/scoring'
import { usageError } from '../errors/cli-error.ts'

const NAME_CHARACTERS = 64

/**
 * Checks the name of a new model.
 *
 * @param base - The model on which the new model is based.
 * @throws {CliError} for an empty name, a name that is too long, and the name of the base: two models must be
 *   distinguishable.
 */
export function checkModelName(name: string, base: ScoringModel): void {
  if (name === '' || name.length > NAME_CHARACTERS) {
    throw usageError(`--name has ${name.length} characters; use 1 to ${NAME_CHARACTERS}.`)
  }
  if (name === base.version) {
    throw usageError(`--name is ${name}, the name of the base model; use another name.`)
  }
}
