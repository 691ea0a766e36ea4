import type { Command } from 'commander'
import { addDecisionOptions, type DecisionFlags, decisionOf } from '../../command/decision-options.ts'
import { writeDecision } from '../../command/write-decision.ts'
import type { Io } from '../../io/io.ts'

export function addReopenCommand(program: Command, io: Io): void {
  const command = program
    .command('reopen')
    .description('Undo the decision that closed an alert.')
    .argument('<alert>', 'id from "utpid alerts --status all"')
  addDecisionOptions(command).action((alert: string, flags: DecisionFlags) =>
    writeDecision(flags, io, (registry) => registry.reopen(alert, decisionOf(flags, io))),
  )
}
