import { LIMITS, type Registry } from '@utpid/core'
import { defined } from '@utpid/core/storage'
import { requireSupplier } from '../../arguments/known-supplier.ts'
import { parseSupplierCode } from '../../arguments/parse-supplier-code.ts'
import { type Command, command } from '../../command/command.ts'
import { flag, integer, one, text } from '../../command/option.ts'
import { usageError } from '../../errors/cli-error.ts'
import { confirm } from '../../io/confirm.ts'
import { ProgressBar } from '../../progress/progress-bar.ts'
import { deactivationText } from '../../render/deactivation-text.ts'
import { supplierReportText } from '../../render/supplier-report-text.ts'
import { dayText } from '../../text/moment-text.ts'
import { counted, whole } from '../../text/number-text.ts'
import { type Column, table } from '../../text/table.ts'

export const SUPPLIERS: readonly Command[] = [
  command({
    name: 'suppliers',
    about: 'List the suppliers with counts of their records.',
    on: 'reading',
    async run({ registry, signal }) {
      const [suppliers, stats] = await Promise.all([registry.suppliers({ signal }), registry.stats({ signal })])
      const counts = new Map(stats.suppliers.top.map((each) => [each.id, each]))
      return suppliers.map((supplier) => {
        const { records = 0, products = 0 } = counts.get(supplier.id) ?? {}
        return { ...supplier, records, products }
      })
    },
    text: (rows) =>
      table(
        [
          'id',
          { title: 'name', maxColumns: 40 },
          ...['priority', 'records', 'products'].map(numbers),
          'since',
          'deactivated',
        ],
        rows.map(({ id, name, priority, records, products, since, deactivatedAt }) => [
          id,
          name,
          ...[priority, records, products].map(whole),
          dayText(since),
          dayText(deactivatedAt ?? ''),
        ]),
      ),
  }),
  command({
    name: 'suppliers report',
    about: 'Report how the records of a supplier are linked, its last imports, and what would help most.',
    on: 'reading',
    arguments: { id: one('the supplier') },
    options: {
      imports: integer('n', 'number of the last imports to list (default: 10)', 1, LIMITS.importsPerSupplier),
    },
    async run({ registry, io, signal, given: { id, imports = 10 } }) {
      await requireSupplier(registry, id)
      const records = await recordsOf(registry, id, signal)
      const bar = new ProgressBar(io, `reading ${id}`)
      const onProgress = (done: number): void => bar.show(done, records ? Math.min(1, done / records) : undefined)
      const report = await registry.supplierReport(id, { signal, onProgress }).finally(() => bar.stop())
      return { ...report, imports: await registry.listImports({ supplier: id, limit: imports, signal }) }
    },
    text: supplierReportText,
  }),
  command({
    name: 'suppliers set',
    about: 'Set the name, priority, licence, attribution or default category of a supplier.',
    on: 'registry',
    arguments: { id: one('the supplier') },
    options: {
      name: text('name', 'the name to display'),
      priority: integer('n', 'the higher priority provides displayed fields', -1_000, 1_000),
      licence: text('licence', 'the licence of its data, for example CC-BY-4.0; "" removes it'),
      attribution: text('text', 'the text to display with its data; "" removes it'),
      category: text('category', 'the category of its records that state none, for example hotel; "" removes it'),
    },
    check: (given) => {
      if (Object.keys(given).length === 1) {
        throw usageError('There is nothing to set: use --name, --priority, --licence, --attribution or --category.')
      }
    },
    async run({ registry, signal, given: { id, name, priority, licence, attribution, category } }) {
      await requireSupplier(registry, id)
      const change = defined({
        name,
        priority,
        licence: removedIfEmpty(licence),
        attribution: removedIfEmpty(attribution),
        category: removedIfEmpty(category),
      })
      return registry.setSupplier({ id, ...change }, { signal })
    },
    text: ({ id, name, priority, licence, attribution, category }) =>
      table(
        ['id', 'name', numbers('priority'), 'licence', 'attribution', 'category'],
        [[id, name, whole(priority), licence ?? '', attribution ?? '', category ?? '']],
      ),
  }),
  command({
    name: 'suppliers deactivate',
    about: 'Deactivate all records of a supplier. They become active again when their codes are imported.',
    on: 'registry',
    arguments: { id: one('the supplier') },
    options: { yes: flag('do not ask for confirmation') },
    async run({ registry, io, signal, given: { id, yes } }) {
      await requireSupplier(registry, id)
      const records = await recordsOf(registry, id, signal)
      const what = `Deactivate ${records === undefined ? 'all records' : counted(records, 'record')} of ${id}?`
      if (!(await confirm(io, what, yes))) return undefined
      const bar = new ProgressBar(io, `deactivating ${id}`)
      const onProgress = (done: number): void => bar.show(done, records ? done / records : undefined)
      return registry.deactivateSupplier(id, { signal, onProgress }).finally(() => bar.stop())
    },
    text: deactivationText,
  }),
]

export const deactivateCommand: Command = command({
  name: 'deactivate',
  about: 'Deactivate a record that its supplier no longer has. It becomes active again when its code is imported.',
  on: 'registry',
  arguments: { record: one('as supplier:code, for example bedbank:12345') },
  check: ({ record }) => void parseSupplierCode(record),
  run: ({ registry, signal, given }) => registry.deactivate(parseSupplierCode(given.record), { signal }),
  text: deactivationText,
})

function removedIfEmpty(value: string | undefined): string | null | undefined {
  return value?.trim() === '' ? null : value
}

function numbers(title: string): Column {
  return { title, align: 'right' }
}

async function recordsOf(registry: Registry, id: string, signal: AbortSignal): Promise<number | undefined> {
  const { top } = (await registry.stats({ signal })).suppliers
  return top.find((each) => each.id === id)?.records
}
