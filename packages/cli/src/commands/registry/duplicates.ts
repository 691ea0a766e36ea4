import type { Command } from 'commander'
import { type AlertsFlags, addAlertsOptions, alertsOptionsOf, writeAlerts } from '../../command/alerts-options.ts'
import { addCommonOptions } from '../../command/common-options.ts'
import type { Io } from '../../io/io.ts'
import { openRegistry } from '../../place/open-registry.ts'

export function addDuplicatesCommand(program: Command, io: Io): void {
  const command = program
    .command('duplicates')
    .description('List the possible duplicates of a product.')
    .argument('<utpid>', 'a UTPID (also a merged one), or an identifier of an earlier scheme')
  addCommonOptions(addAlertsOptions(command)).action((utpid: string, flags: AlertsFlags) =>
    listDuplicates(utpid, flags, io),
  )
}

async function listDuplicates(utpid: string, flags: AlertsFlags, io: Io): Promise<void> {
  await using registry = await openRegistry(flags.data, { create: false })
  await writeAlerts(await registry.duplicates(utpid, { ...alertsOptionsOf(flags), signal: io.signal }), flags, io)
}
