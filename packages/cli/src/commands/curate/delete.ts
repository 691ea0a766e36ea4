import type { Command } from 'commander'
import { addDecisionOptions, type DecisionFlags, decisionOf } from '../../command/decision-options.ts'
import { confirm } from '../../io/confirm.ts'
import type { Io } from '../../io/io.ts'
import { openRegistry } from '../../place/open-registry.ts'
import { decisionText } from '../../render/decision-text.ts'
import { counted } from '../../text/number-text.ts'

interface DeleteFlags extends DecisionFlags {
  readonly yes?: boolean
}

export function addDeleteCommand(program: Command, io: Io): void {
  const command = program
    .command('delete')
    .description(
      'Delete a product: its UTPID stays deleted, and its codes stay suppressed until the deletion is undone.',
    )
    .argument('<utpid>', 'the product')
    .option('--yes', 'do not ask for confirmation')
  addDecisionOptions(command).action((utpid: string, flags: DeleteFlags) => deleteProduct(utpid, flags, io))
}

async function deleteProduct(utpid: string, flags: DeleteFlags, io: Io): Promise<void> {
  await using registry = await openRegistry(flags.data, { create: false })
  const product = await registry.get(utpid, { signal: io.signal })
  // A product that does not exist needs no confirmation: the registry reports that it is missing.
  if (product !== undefined) {
    const { utpid: found, name, records, suppliers } = product
    const what = `Delete ${found} "${name}" with ${counted(records.length, 'record')} of ${counted(suppliers.length, 'supplier')}?`
    if (!(await confirm(io, what, flags.yes))) return
  }
  const report = await registry.delete(utpid, decisionOf(flags, io))
  if (flags.json === true) await io.stdout.json(report)
  else await io.stdout.write(decisionText(report))
}
