import type { Command } from 'commander'
import { parsePins } from '../../arguments/parse-pin.ts'
import { addDecisionOptions, type DecisionFlags, decisionOf } from '../../command/decision-options.ts'
import { writeDecision } from '../../command/write-decision.ts'
import type { Io } from '../../io/io.ts'

export function addPinCommand(program: Command, io: Io): void {
  const command = program
    .command('pin')
    .description('Pin displayed fields of a product to values, regardless of its records.')
    .argument('<utpid>', 'the product')
    .argument('<field=value...>', 'for example "name=Hotel Ritz" stars=5 coordinates=48.8681,2.3289')
  addDecisionOptions(command).action((utpid: string, texts: string[], flags: DecisionFlags) => {
    const fields = parsePins(texts)
    return writeDecision(flags, io, (registry) => registry.pin(utpid, fields, decisionOf(flags, io)))
  })
}
