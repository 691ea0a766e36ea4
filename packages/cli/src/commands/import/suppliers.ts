import type { Command } from 'commander'
import { addCommonOptions, type DataFlags, type JsonFlags } from '../../command/common-options.ts'
import type { Io } from '../../io/io.ts'
import { openForReading } from '../../place/open-registry.ts'
import { whole } from '../../text/number-text.ts'
import { table } from '../../text/table.ts'
import { addSuppliersEndCommand } from './suppliers-end.ts'

export function addSuppliersCommand(program: Command, io: Io): void {
  const command = program.command('suppliers').description('List the suppliers with counts of their records.')
  addCommonOptions(command).action((flags: DataFlags & JsonFlags) => listSuppliers(flags, io))
  addSuppliersEndCommand(command, io)
}

async function listSuppliers(flags: DataFlags & JsonFlags, io: Io): Promise<void> {
  await using registry = await openForReading(flags.data, io.stderr)
  const { signal } = io
  const [suppliers, stats] = await Promise.all([registry.suppliers({ signal }), registry.stats({ signal })])
  const counts = new Map(stats.suppliers.top.map((each) => [each.id, each]))
  const rows = suppliers.map((supplier) => {
    const { records = 0, products = 0 } = counts.get(supplier.id) ?? {}
    return { ...supplier, records, products }
  })
  if (flags.json === true) return io.stdout.json(rows)
  await io.stdout.write(
    table(
      [
        { title: 'id' },
        { title: 'name', maxColumns: 40 },
        { title: 'priority', align: 'right' },
        { title: 'records', align: 'right' },
        { title: 'products', align: 'right' },
        { title: 'since' },
        { title: 'ended' },
      ],
      rows.map(({ id, name, priority, records, products, since, endedAt }) => [
        id,
        name,
        whole(priority),
        whole(records),
        whole(products),
        since.slice(0, 10),
        endedAt?.slice(0, 10) ?? '',
      ]),
    ),
  )
}
