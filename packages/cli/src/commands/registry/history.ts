import type { Command } from 'commander'
import { addCommonOptions, type DataFlags, type JsonFlags } from '../../command/common-options.ts'
import type { Io } from '../../io/io.ts'
import { openRegistry } from '../../place/open-registry.ts'
import { historyText } from '../../render/history-text.ts'

export function addHistoryCommand(program: Command, io: Io): void {
  const command = program
    .command('history')
    .description('List the history of a product: lineage, decisions of people, verifications.')
    .argument('<utpid>', 'a UTPID, or an identifier of an earlier scheme')
  addCommonOptions(command).action((utpid: string, flags: DataFlags & JsonFlags) => showHistory(utpid, flags, io))
}

async function showHistory(utpid: string, flags: DataFlags & JsonFlags, io: Io): Promise<void> {
  await using registry = await openRegistry(flags.data, { create: false })
  const entries = await registry.history(utpid, { signal: io.signal })
  if (flags.json === true) await io.stdout.json(entries)
  else await io.stdout.write(historyText(entries))
}
