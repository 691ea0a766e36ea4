import { userInfo } from 'node:os'
import type { DecisionOptions } from '@utpid/core/operations'
import type { Command } from 'commander'
import { CliError } from '../errors/cli-error.ts'
import { EXIT } from '../errors/exit-codes.ts'
import type { Io } from '../io/io.ts'
import { isRemote } from '../place/remote/remote-place.ts'
import { addCommonOptions, type DataFlags, type JsonFlags } from './common-options.ts'

/** The parsed options of {@link addDecisionOptions}. */
export interface DecisionFlags extends DataFlags, JsonFlags {
  readonly by?: string
  readonly note?: string
}

/** Adds `--by` and `--note`, and the options of every command that opens a registry. */
export function addDecisionOptions(command: Command): Command {
  return addCommonOptions(
    command
      .option('--by <name>', 'who decides (default: the user of the operating system)')
      .option('--note <text>', 'the reason; stored with the decision'),
  )
}

/**
 * Returns the name of the person who decides, and the reason.
 *
 * @throws {CliError} when the name is unknown.
 */
export function decisionOf(
  { by, note, data }: Pick<DecisionFlags, 'by' | 'note' | 'data'>,
  { signal }: Io,
): DecisionOptions {
  if (by !== undefined && isRemote(data)) {
    throw new CliError(
      EXIT.usage,
      '--by cannot be used with --remote: the service stores the owner of the key with each decision.',
    )
  }
  const name = by ?? userOfSystem()
  if (name === undefined || name.trim() === '') {
    throw new CliError(
      EXIT.usage,
      'Every decision is stored with a name, and this system has no user name: use --by NAME.',
    )
  }
  return { by: name, signal, ...(note === undefined ? {} : { note }) }
}

function userOfSystem(): string | undefined {
  try {
    return userInfo().username
  } catch {
    // A container may run with a numeric user id that has no name.
    return undefined
  }
}
