import { validationError } from '../../model/validation-error.ts'
import { quoted } from '../context/check-arguments.ts'

const NAME = /^[a-z0-9][a-z0-9_-]{0,49}$/

/**
 * Checks the name of a concordance, which is the scheme of the identifiers that it gives.
 *
 * @throws {@link RegistryError} `validation_failed`
 */
export function checkConcordanceName(name: unknown): asserts name is string {
  if (typeof name === 'string' && NAME.test(name)) return
  throw validationError(
    `The name of the concordance is ${quoted(name)}; give 1 to 50 of the characters a-z, 0-9, "-" and "_", such as giata.`,
  )
}
