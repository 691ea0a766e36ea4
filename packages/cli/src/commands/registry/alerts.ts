import type { Command } from 'commander'
import { type AlertsFlags, addAlertsOptions, alertsOptionsOf, writeAlerts } from '../../command/alerts-options.ts'
import { addCommonOptions } from '../../command/common-options.ts'
import type { Io } from '../../io/io.ts'
import { openRegistry } from '../../place/open-registry.ts'

export function addAlertsCommand(program: Command, io: Io): void {
  const command = program.command('alerts').description('List pairs of products that look like one.')
  addCommonOptions(addAlertsOptions(command)).action((flags: AlertsFlags) => listAlerts(flags, io))
}

async function listAlerts(flags: AlertsFlags, io: Io): Promise<void> {
  await using registry = await openRegistry(flags.data, { create: false })
  await writeAlerts(await registry.alerts({ ...alertsOptionsOf(flags), signal: io.signal }), flags, io)
}
