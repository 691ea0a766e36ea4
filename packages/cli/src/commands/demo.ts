import type { Command } from 'commander'
import { addCommonOptions, type DataFlags, type JsonFlags, wholeNumber } from '../common-options.ts'
import { runDemo } from '../demo/run-demo.ts'
import type { Io } from '../io.ts'

const SEED = 1

export function addDemoCommand(program: Command, io: Io): void {
  const command = program
    .command('demo')
    .description('See it work: imports feeds it brings along and shows what came of them.')
    .option('--seed <n>', 'of generated feeds', wholeNumber(0, Number.MAX_SAFE_INTEGER), SEED)
  addCommonOptions(command).action((flags: DataFlags & JsonFlags & { seed: number }) => runDemo(io, flags))
}
