import type { DeactivationReport } from '@utpid/core/operations'
import type { Command } from 'commander'
import { parseSupplierCode } from '../../arguments/parse-supplier-code.ts'
import { addCommonOptions, type DataFlags, type JsonFlags } from '../../command/common-options.ts'
import type { Io } from '../../io/io.ts'
import { openRegistry } from '../../place/open-registry.ts'
import { deactivationText } from '../../render/deactivation-text.ts'

export function addEndCommand(program: Command, io: Io): void {
  const command = program
    .command('end')
    .description(
      'Deactivate a record that its supplier no longer has. It becomes active again when its code is imported.',
    )
    .argument('<record>', 'as supplier:code, for example bedbank:12345')
  addCommonOptions(command).action((record: string, flags: DataFlags & JsonFlags) =>
    deactivateRecord(record, flags, io),
  )
}

async function deactivateRecord(record: string, flags: DataFlags & JsonFlags, io: Io): Promise<void> {
  const code = parseSupplierCode(record)
  await using registry = await openRegistry(flags.data, { create: false })
  const report: DeactivationReport = await registry.end(code, { signal: io.signal })
  if (flags.json === true) await io.stdout.json(report)
  else await io.stdout.write(deactivationText(report))
}
