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
    .description('Merge two products into one, regardless of the model.')
    .argument('<utpid>', 'one product')
    .argument('<other>', 'the other one')
    .option('--survivor <utpid>', 'which of the two survives (default: the one with more records, then the older one)')
  addDecisionOptions(command).action((utpid: string, other: string, flags: MergeFlags) => {
    const { survivor } = flags
    return writeDecision(flags, io, (registry) =>
      registry.merge(utpid, other, { ...decisionOf(flags, io), ...(survivor === undefined ? {} : { survivor }) }),
    )
  })
}
