import type { Command } from 'commander'
import type { Io } from '../../io/io.ts'
import { addEvaluateLinkageCommand } from './evaluate-linkage.ts'
import { addEvaluatePairsCommand } from './evaluate-pairs.ts'
import { addEvaluateRegistryCommand } from './evaluate-registry.ts'

/** `utpid evaluate`: measures the quality of matching by labelled pairs. */
export function addEvaluateCommand(program: Command, io: Io): void {
  const evaluate = program
    .command('evaluate')
    .description('Measure the quality of matching on labelled pairs of records.')
  addEvaluatePairsCommand(evaluate, io)
  addEvaluateRegistryCommand(evaluate, io)
  addEvaluateLinkageCommand(evaluate, io)
}
