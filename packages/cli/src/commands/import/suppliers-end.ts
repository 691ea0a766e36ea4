import type { DeactivationReport } from '@utpid/core/operations'
import type { Command } from 'commander'
import { requireSupplier } from '../../arguments/known-supplier.ts'
import { addCommonOptions, type DataFlags, type JsonFlags } from '../../command/common-options.ts'
import { confirm } from '../../io/confirm.ts'
import type { Io } from '../../io/io.ts'
import { openRegistry } from '../../place/open-registry.ts'
import { ProgressBar } from '../../progress/progress-bar.ts'
import { deactivationText } from '../../render/deactivation-text.ts'
import { counted } from '../../text/number-text.ts'

interface EndSupplierFlags extends DataFlags, JsonFlags {
  readonly yes?: boolean
}

export function addSuppliersEndCommand(suppliers: Command, io: Io): void {
  const command = suppliers
    .command('end')
    .description('Deactivate all records of a supplier. They become active again when their codes are imported.')
    .argument('<id>', 'the supplier')
    .option('--yes', 'do not ask for confirmation')
  // The parent command "suppliers" parses the options that both commands have, in any position.
  addCommonOptions(command).action((id: string) =>
    deactivateSupplier(id, command.optsWithGlobals<EndSupplierFlags>(), io),
  )
}

async function deactivateSupplier(id: string, flags: EndSupplierFlags, io: Io): Promise<void> {
  await using registry = await openRegistry(flags.data, { create: false })
  const { signal } = io
  await requireSupplier(registry, id)
  const { top } = (await registry.stats({ signal })).suppliers
  const records = top.find((each) => each.id === id)?.records
  const what = `Deactivate ${records === undefined ? 'all records' : counted(records, 'record')} of ${id}?`
  if (!(await confirm(io, what, flags.yes))) return
  const bar = new ProgressBar(io, `deactivating ${id}`)
  let report: DeactivationReport
  try {
    report = await registry.endSupplier(id, {
      signal,
      onProgress: (ended) => bar.show(ended, records === undefined || records === 0 ? undefined : ended / records),
    })
  } finally {
    bar.stop()
  }
  if (flags.json === true) await io.stdout.json(report)
  else await io.stdout.write(deactivationText(report))
}
