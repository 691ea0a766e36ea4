import type { Registry } from '@utpid/core'
import type { ExportOptions } from '@utpid/core/operations'
import { type Command, command } from '../../command/command.ts'
import { openExportOutput, writeWhole } from '../../command/export-output.ts'
import { byDefault, flag, integer, text } from '../../command/option.ts'
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

export const exportCommand: Command = command({
  name: 'export',
  about: 'Write the whole registry to a file, or only the table of supplier codes.',
  on: 'place',
  options: {
    out: byDefault(text('file', 'the file, gzipped if its name ends in .gz; "-" for standard output'), '-'),
    crosswalk: { ...flag('write a CSV of supplier codes and their UTPIDs instead'), conflicts: 'after' },
    after: integer(
      'change',
      'only what changed after this change: a delta, which updates a registry package',
      0,
      Number.MAX_SAFE_INTEGER,
    ),
  },
  async run({ place, rules, io, signal, json, seconds, given: { out, crosswalk, ...options } }) {
    await using registry = await openForCopying(place, io.stderr, rules)
    const output = await openExportOutput(io, out, place)
    const target = out === '-' ? 'standard output' : out
    const progress = new Progress(io, target)
    const { change, ...counts } = await writeWhole(output, async () => {
      const lines = new LineWriter(output)
      const summary =
        crosswalk === true
          ? await writeCrosswalk(registry, lines, progress, signal)
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

const CROSSWALK_COLUMNS = ['utpid', 'supplier', 'code', 'confidence', 'method', 'since'] as const

async function writeCrosswalk(
  registry: Registry,
  lines: LineWriter,
  progress: Progress,
  signal: AbortSignal,
): Promise<ExportSummary> {
  const expected = (await registry.stats({ signal })).records.total
  let records = 0
  await lines.write(csvRow(CROSSWALK_COLUMNS))
  for await (const row of registry.crosswalk({ signal })) {
    progress.records(++records, expected)
    await lines.write(csvRow(CROSSWALK_COLUMNS.map((column) => String(row[column]))))
  }
  return { records }
}
