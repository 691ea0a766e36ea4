import type { Command } from 'commander'
import { addCommonOptions, type DataFlags, type JsonFlags, wholeNumber } from '../../command/common-options.ts'
import { runDemo } from '../../demo/run-demo.ts'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import type { Io } from '../../io/io.ts'
import { isRemote } from '../../place/remote/remote-place.ts'
import { isAddress } from '../../place/storage-place.ts'

const SEED = 1

export function addDemoCommand(program: Command, io: Io): void {
  const command = program
    .command('demo')
    .description('Run a demo: import sample feeds and show the results.')
    .option('--seed <n>', 'seed of the generated feeds', wholeNumber(0, Number.MAX_SAFE_INTEGER), SEED)
  addCommonOptions(command).action(async (flags: DataFlags & JsonFlags & { seed: number }) => {
    if (isAddress(flags.data) || isRemote(flags.data)) {
      throw new CliError(EXIT.usage, 'The demo needs its own folder, which it clears; name one with --data.')
    }
    await runDemo(io, flags)
  })
}
