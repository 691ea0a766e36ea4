import { userInfo } from 'node:os'
import type { DecisionOptions } from '@utpid/core'
import type { Command } from 'commander'
import { CliError } from '../errors/cli-error.ts'
import { EXIT } from '../errors/exit-codes.ts'
import type { Io } from '../io/io.ts'
import { isRemote } from '../place/remote/remote-place.ts'
import { addCommonOptions, type DataFlags, type JsonFlags } from './common-options.ts'

/** What the options of {@link addDecisionOptions} parse to. */
export interface DecisionFlags extends DataFlags, JsonFlags {
  readonly by?: string
  readonly note?: string
}

/** Adds `--by` and `--note`, and the options of every command that opens a registry. */
export function addDecisionOptions(command: Command): Command {
  return addCommonOptions(
    command
      .option('--by <name>', 'who decides; the user of the operating system unless given')
      .option('--note <text>', 'why; kept with the decision'),
  )
}

/**
 * Who decides, and why.
 *
 * @throws {CliError} when nobody says who decides.
 */
export function decisionOf(
  { by, note, data }: Pick<DecisionFlags, 'by' | 'note' | 'data'>,
  { signal }: Io,
): DecisionOptions {
  if (by !== undefined && isRemote(data)) {
    throw new CliError(
      EXIT.usage,
      '--by is not given with --remote: the service keeps decisions with who the key is of.',
    )
  }
  const name = by ?? userOfSystem()
  if (name === undefined || name.trim() === '') {
    throw new CliError(
      EXIT.usage,
      'Every decision is kept with who made it, and this system names no user: give --by NAME.',
    )
  }
  return { by: name, signal, ...(note === undefined ? {} : { note }) }
}

function userOfSystem(): string | undefined {
  try {
    return userInfo().username
  } catch {
    // A container may run under a number that no table of users names.
    return undefined
  }
}
