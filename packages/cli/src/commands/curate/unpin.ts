import type { Command } from 'commander'
import { parsePinnedField } from '../../arguments/parse-pin.ts'
import { addDecisionOptions, type DecisionFlags, decisionOf } from '../../command/decision-options.ts'
import { writeDecision } from '../../command/write-decision.ts'
import type { Io } from '../../io/io.ts'

export function addUnpinCommand(program: Command, io: Io): void {
  const command = program
    .command('unpin')
    .description('Remove pins of a product: its fields follow its records again.')
    .argument('<utpid>', 'the product')
    .argument('[field...]', 'the fields (default: all pinned fields)')
  addDecisionOptions(command).action((utpid: string, names: string[], flags: DecisionFlags) => {
    const fields = names.length === 0 ? undefined : names.map(parsePinnedField)
    return writeDecision(flags, io, (registry) => registry.unpin(utpid, fields, decisionOf(flags, io)))
  })
}
