import type { Registry } from '@utpid/core'
import {
  CROSSWALK_LAYOUTS,
  type CrosswalkLayout,
  type CrosswalkRow,
  crosswalkTable,
  type ExportOptions,
  wideCrosswalk,
} from '@utpid/core/operations'
import { type Command, command } from '../../command/command.ts'
import { openExportOutput, writeWhole } from '../../command/export-output.ts'
import { byDefault, flag, integer, oneOf, text } from '../../command/option.ts'
import { usageError } from '../../errors/cli-error.ts'
import { LineWriter } from '../../io/line-writer.ts'
import { openForCopying } from '../../place/open-registry.ts'
import { Progress } from '../../progress/progress.ts'
import { csvRow } from '../../text/csv-row.ts'
import { counted, whole } from '../../text/number-text.ts'

/** The result of an export, as printed with `--json`. */
interface ExportSummary {
  readonly records: number
  /** Number of the change up to which the export is complete; absent for a crosswalk. */
  readonly change?: number
}

const CROSSWALK_FORMS = ['csv', 'jsonl'] as const
type CrosswalkForm = (typeof CROSSWALK_FORMS)[number]

export const exportCommand: Command = command({
  name: 'export',
  about: 'Write the whole registry to a file, or only the table of supplier codes.',
  on: 'place',
  options: {
    out: byDefault(text('file', 'the file, gzipped if its name ends in .gz; "-" for standard output'), '-'),
    crosswalk: { ...flag('write the table of supplier codes and their products instead'), conflicts: 'after' },
    layout: oneOf(
      'layout',
      'of the table: a row for each code, or for each product (default: long)',
      CROSSWALK_LAYOUTS,
    ),
    format: oneOf(
      'form',
      'of the table: CSV or JSON Lines (default: by the name of the file, else csv)',
      CROSSWALK_FORMS,
    ),
    after: integer(
      'change',
      'only what changed after this change: a delta, which updates a registry package',
      0,
      Number.MAX_SAFE_INTEGER,
    ),
  },
  async run({ place, rules, io, signal, json, seconds, given: { out, crosswalk, layout, format, ...options } }) {
    if (crosswalk !== true && (layout !== undefined || format !== undefined)) {
      throw usageError('--layout and --format need --crosswalk: only the table of codes has layouts.')
    }
    await using registry = await openForCopying(place, io.stderr, rules)
    const output = await openExportOutput(io, out, place)
    const target = out === '-' ? 'standard output' : out
    const progress = new Progress(io, target)
    const { change, ...counts } = await writeWhole(output, async () => {
      const lines = new LineWriter(output)
      const summary =
        crosswalk === true
          ? await writeCrosswalk(registry, lines, progress, {
              layout: layout ?? 'long',
              form: formOf(out, format),
              signal,
            })
          : await writeExport(registry, lines, progress, { ...options, signal })
      await lines.flush()
      return summary
    }).finally(() => progress.stop())
    const took = seconds()
    if (json && out !== '-') {
      await io.stdout.json({ out, ...counts, change, seconds: took })
    }
    const state = change === undefined ? '' : ` as of change ${whole(change)}`
    await io.stderr.line(`${counted(counts.records, 'record')}${state} written to ${target} in ${took.toFixed(1)} s.`)
  },
})

async function writeExport(
  registry: Registry,
  lines: LineWriter,
  progress: Progress,
  options: ExportOptions,
): Promise<ExportSummary> {
  let records = 0
  let expected: number | undefined
  let change = 0
  for await (const row of registry.export(options)) {
    if (row.kind === 'utpid-export') expected = row.records
    if (row.kind === 'end') change = row.change
    if (row.kind === 'record') progress.records(++records, expected)
    await lines.write(`${JSON.stringify(row)}\n`)
  }
  return { records, change }
}

interface CrosswalkOptions {
  readonly layout: CrosswalkLayout
  readonly form: CrosswalkForm
  readonly signal: AbortSignal
}

async function writeCrosswalk(
  registry: Registry,
  lines: LineWriter,
  progress: Progress,
  { layout, form, signal }: CrosswalkOptions,
): Promise<ExportSummary> {
  const expected = (await registry.stats({ signal })).records.total
  let records = 0
  async function* countedRows(): AsyncGenerator<CrosswalkRow, void> {
    for await (const row of registry.crosswalk({ signal })) {
      progress.records(++records, expected)
      yield row
    }
  }
  if (form === 'jsonl') {
    const rows = layout === 'wide' ? wideCrosswalk(countedRows()) : countedRows()
    for await (const row of rows) await lines.write(`${JSON.stringify(row)}\n`)
    return { records }
  }
  const suppliers = layout === 'wide' ? await registry.suppliers({ signal }) : []
  for await (const cells of crosswalkTable(countedRows(), layout, suppliers))
    await lines.write(csvRow(cells.map(String)))
  return { records }
}

/** Returns the form of a crosswalk. Default: by the name of the file. */
function formOf(out: string, form: CrosswalkForm | undefined): CrosswalkForm {
  return form ?? (/\.(?:jsonl|ndjson)(?:\.gz)?$/i.test(out) ? 'jsonl' : 'csv')
}
