import type { Command } from 'commander'
import { addDecisionOptions, type DecisionFlags, decisionOf } from '../../command/decision-options.ts'
import { writeDecision } from '../../command/write-decision.ts'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import type { Io } from '../../io/io.ts'

interface ResolveFlags extends DecisionFlags {
  readonly merge?: boolean
  readonly dismiss?: boolean
  readonly survivor?: string
}

export function addResolveCommand(program: Command, io: Io): void {
  const command = program
    .command('resolve')
    .description('Decide an alert: are its two products the same?')
    .argument('<alert>', 'id from "utpid alerts"')
    .option('--merge', 'they are the same: merge them')
    .option('--dismiss', 'they are different')
    .option('--survivor <utpid>', 'with --merge: which of the two survives')
  addDecisionOptions(command).action((alert: string, flags: ResolveFlags) => {
    const resolution = resolutionOf(flags)
    const { survivor } = flags
    return writeDecision(flags, io, (registry) =>
      registry.resolve(alert, {
        ...decisionOf(flags, io),
        resolution,
        ...(survivor === undefined ? {} : { survivor }),
      }),
    )
  })
}

function resolutionOf({ merge, dismiss, survivor }: ResolveFlags): 'merge' | 'dismiss' {
  if (merge === dismiss) throw new CliError(EXIT.usage, 'Use either --merge (the same) or --dismiss (different).')
  if (dismiss === true && survivor !== undefined) {
    throw new CliError(EXIT.usage, '--survivor needs --merge: with --dismiss both products stay.')
  }
  return merge === true ? 'merge' : 'dismiss'
}
