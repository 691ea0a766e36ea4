import type { Registry } from '@utpid/core'
import type { ExportOptions } from '@utpid/core/operations'
import { type Command, Option } from 'commander'
import { addCommonOptions, type DataFlags, type JsonFlags, wholeNumber } from '../../command/common-options.ts'
import { openExportOutput } from '../../command/export-output.ts'
import type { Io } from '../../io/io.ts'
import { LineWriter } from '../../io/line-writer.ts'
import { openForCopying } from '../../place/open-registry.ts'
import { Progress } from '../../progress/progress.ts'
import { csvRow } from '../../text/csv-row.ts'
import { counted, thousandths, whole } from '../../text/number-text.ts'

interface ExportFlags extends DataFlags, JsonFlags {
  readonly out: string
  readonly crosswalk?: boolean
  readonly after?: number
}

/** The result of an export, as printed with `--json`. */
interface ExportSummary {
  readonly records: number
  /** Number of the change up to which the export is complete; absent for a crosswalk. */
  readonly change?: number
}

export function addExportCommand(program: Command, io: Io): void {
  const command = program
    .command('export')
    .description('Write the whole registry to a file, or only the table of supplier codes.')
    .option('--out <file>', 'the file, gzipped if its name ends in .gz; "-" for standard output', '-')
    .addOption(new Option('--crosswalk', 'write a CSV of supplier codes and their UTPIDs instead').conflicts('after'))
    .option(
      '--after <change>',
      'only what changed after this change: a delta, which updates a registry package',
      wholeNumber(0, Number.MAX_SAFE_INTEGER),
    )
  addCommonOptions(command).action((flags: ExportFlags) => exportAll(flags, io))
}

async function exportAll(flags: ExportFlags, io: Io): Promise<void> {
  const started = performance.now()
  await using registry = await openForCopying(flags.data, io.stderr)
  const output = await openExportOutput(io, flags.out, flags.data)
  const progress = new Progress(io, flags.out === '-' ? 'standard output' : flags.out)
  let summary: ExportSummary
  try {
    const lines = new LineWriter(output)
    summary =
      flags.crosswalk === true
        ? await writeCrosswalk(registry, lines, progress, io.signal)
        : await writeExport(registry, lines, progress, {
            signal: io.signal,
            ...(flags.after === undefined ? {} : { after: flags.after }),
          })
    await lines.flush()
    await output.finish()
  } catch (error) {
    await output.discard()
    throw error
  } finally {
    progress.stop()
  }
  const seconds = thousandths((performance.now() - started) / 1000)
  if (flags.json === true && flags.out !== '-') await io.stdout.json({ out: flags.out, ...summary, seconds })
  const state = summary.change === undefined ? '' : ` as of change ${whole(summary.change)}`
  const target = flags.out === '-' ? 'standard output' : flags.out
  await io.stderr.line(`${counted(summary.records, 'record')}${state} written to ${target} in ${seconds.toFixed(1)} s.`)
}

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
