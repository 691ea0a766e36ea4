import { type CliError, usageError } from '../../errors/cli-error.ts'

/**
 * Returns the error for an action that is not possible over HTTP. The error says where the action is possible.
 *
 * @param what - Start of the sentence.
 * @param instead - Another way to do it over HTTP.
 */
export function needsFolder(what: string, instead?: string): CliError {
  const other = instead === undefined ? '' : ` Or ${instead}.`
  return usageError(
    `${what} needs direct access to the registry and does not work over HTTP: run it next to the registry, with --data or --storage, while no service has its folder open.${other}`,
  )
}
