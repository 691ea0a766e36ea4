import type { Command } from 'commander'
import { addDecisionOptions, type DecisionFlags, decisionOf } from '../../command/decision-options.ts'
import { writeDecision } from '../../command/write-decision.ts'
import type { Io } from '../../io/io.ts'

export function addDismissCommand(program: Command, io: Io): void {
  const command = program
    .command('dismiss')
    .description('Mark two products as different: they are never merged automatically, and no new alert is opened.')
    .argument('<utpid>', 'one product')
    .argument('<other>', 'the other one')
  addDecisionOptions(command).action((utpid: string, other: string, flags: DecisionFlags) =>
    writeDecision(flags, io, (registry) => registry.dismiss(utpid, other, decisionOf(flags, io))),
  )
}
