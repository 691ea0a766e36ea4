import type { Command } from 'commander'
import { addCommonOptions, type DataFlags, type JsonFlags } from '../../command/common-options.ts'
import type { Io } from '../../io/io.ts'
import { openForReading } from '../../place/open-registry.ts'
import { statsText } from '../../render/stats-text.ts'

export function addStatsCommand(program: Command, io: Io): void {
  const command = program.command('stats').description('Count the content of the registry.')
  addCommonOptions(command).action(async (flags: DataFlags & JsonFlags) => {
    await using registry = await openForReading(flags.data, io.stderr)
    const stats = await registry.stats({ signal: io.signal })
    if (flags.json === true) await io.stdout.json(stats)
    else await io.stdout.write(statsText(stats))
  })
}
