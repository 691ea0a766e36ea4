import { CliError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'

/**
 * What is not done over HTTP, and where it is done.
 *
 * @param what - Begins the sentence.
 * @param instead - Another way, over HTTP.
 */
export function needsFolder(what: string, instead?: string): CliError {
  const other = instead === undefined ? '' : ` Or ${instead}.`
  return new CliError(
    EXIT.usage,
    `${what} needs the registry itself and is not done over HTTP: run it beside the registry, with --data or --storage, while no service has its folder open.${other}`,
  )
}
