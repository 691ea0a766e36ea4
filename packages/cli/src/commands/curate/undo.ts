import { type Command, InvalidArgumentError } from 'commander'
import { wholeNumber } from '../../command/common-options.ts'
import { addDecisionOptions, type DecisionFlags, decisionOf } from '../../command/decision-options.ts'
import { writeDecision } from '../../command/write-decision.ts'
import type { Io } from '../../io/io.ts'

export function addUndoCommand(program: Command, io: Io): void {
  const command = program
    .command('undo')
    .description('Undo a decision of a person, also an undo.')
    .argument('<change>', 'number from the output of the decision or from "utpid history"', changeArgument)
  addDecisionOptions(command).action((change: number, flags: DecisionFlags) =>
    writeDecision(flags, io, (registry) => registry.undo(change, decisionOf(flags, io))),
  )
}

function changeArgument(text: string): number {
  try {
    return wholeNumber(1, Number.MAX_SAFE_INTEGER)(text)
  } catch {
    throw new InvalidArgumentError('It must be the number of a change; "utpid history UTPID" lists them.')
  }
}
