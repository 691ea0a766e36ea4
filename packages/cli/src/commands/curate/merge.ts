import type { Command } from 'commander'
import { addDecisionOptions, type DecisionFlags, decisionOf } from '../../command/decision-options.ts'
import { writeDecision } from '../../command/write-decision.ts'
import type { Io } from '../../io/io.ts'

interface MergeFlags extends DecisionFlags {
  readonly survivor?: string
}

export function addMergeCommand(program: Command, io: Io): void {
  const command = program
    .command('merge')
    .description('Join two products into one, whatever the model says.')
    .argument('<utpid>', 'one product')
    .argument('<other>', 'the other one')
    .option(
      '--survivor <utpid>',
      'which of the two goes on; the one with more records, then the older one, unless given',
    )
  addDecisionOptions(command).action((utpid: string, other: string, flags: MergeFlags) => {
    const { survivor } = flags
    return writeDecision(flags, io, (registry) =>
      registry.merge(utpid, other, { ...decisionOf(flags, io), ...(survivor === undefined ? {} : { survivor }) }),
    )
  })
}
