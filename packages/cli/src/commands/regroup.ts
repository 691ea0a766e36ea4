import type { Command } from 'commander'
import { CliError } from '../cli-error.ts'
import { addCommonOptions, type DataFlags, type JsonFlags, wholeNumber } from '../common-options.ts'
import { EXIT } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { EXAMPLES, EXAMPLES_MOST, rescoreRegistry } from '../rescore-registry.ts'

interface RegroupFlags extends DataFlags, JsonFlags {
  readonly all?: boolean
  readonly dryRun?: boolean
  readonly restart?: boolean
  readonly examples: number
}

export function addRegroupCommand(program: Command, io: Io): void {
  const command = program
    .command('regroup')
    .description('Compare all records anew and group them, by the model and epoch that the registry has.')
    .option('--all', 'the whole registry; has to be said, since it takes long')
    .option('--dry-run', 'say what would change, and change nothing')
    .option('--restart', 'begin anew where an interrupted one could go on')
    .option('--examples <number>', 'examples of each kind of change', wholeNumber(0, EXAMPLES_MOST), EXAMPLES)
  addCommonOptions(command).action(async (flags: RegroupFlags) => {
    if (flags.all !== true) {
      throw new CliError(
        EXIT.usage,
        'Say --all: groups follow every import by themselves, and this compares the whole registry anew.',
      )
    }
    await rescoreRegistry({ ...flags, always: true }, io)
  })
}
