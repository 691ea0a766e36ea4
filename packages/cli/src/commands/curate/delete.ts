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
    .description('Remove a product: its UTPID says so for ever, and its codes stay out until this is undone.')
    .argument('<utpid>', 'the product')
    .option('--yes', 'do not ask')
  addDecisionOptions(command).action((utpid: string, flags: DeleteFlags) => deleteProduct(utpid, flags, io))
}

async function deleteProduct(utpid: string, flags: DeleteFlags, io: Io): Promise<void> {
  await using registry = await openRegistry(flags.data, { create: false })
  const product = await registry.get(utpid, { signal: io.signal })
  // What is not there needs no question: the registry says what became of it.
  if (product !== undefined) {
    const { utpid: found, name, records, suppliers } = product
    const what = `Delete ${found} "${name}" with ${counted(records.length, 'record')} of ${counted(suppliers.length, 'supplier')}?`
    if (!(await confirm(io, what, flags.yes))) return
  }
  const report = await registry.delete(utpid, decisionOf(flags, io))
  if (flags.json === true) await io.stdout.json(report)
  else await io.stdout.write(decisionText(report))
}
