import { LIMITS, parseSupplierId, type Registry } from '@utpid/core'
import { FeedError } from '@utpid/feed'
import type { Command } from 'commander'
import { checkFiles } from '../check-files.ts'
import { CliError } from '../cli-error.ts'
import { addCommonOptions, type DataFlags, type JsonFlags, wholeNumber } from '../common-options.ts'
import { describeFailure } from '../describe-failure.ts'
import { EXIT } from '../exit-codes.ts'
import { FileWriter } from '../file-writer.ts'
import { type FeedReport, importFeed } from '../import-feed.ts'
import { ImportNotes } from '../import-notes.ts'
import { importTable, totalOf } from '../import-table.ts'
import type { Io } from '../io.ts'
import { counted } from '../number-text.ts'
import { openRegistry } from '../open-registry.ts'
import { addFeedOptions, type FeedFlags, feedReading } from '../read-records.ts'
import { reportLine } from '../report-line.ts'

interface ImportFlags extends DataFlags, JsonFlags, FeedFlags {
  readonly supplier?: string
  readonly supplierName?: string
  readonly priority?: number
  readonly batch?: number
  readonly report?: string
}

export function addImportCommand(program: Command, io: Io): void {
  const command = program
    .command('import')
    .description('Read feeds into the registry. Repeating an import has no effect.')
    .argument('<file...>', 'JSON Lines, JSON or CSV, also gzipped; "-" for standard input')
    .option('--supplier <id>', 'whose feed it is; needed unless the records name their supplier')
    .option('--supplier-name <name>', 'the name of the supplier for people')
    .option('--priority <n>', 'of the supplier when fields to show are chosen, -1000 to 1000', wholeNumber(-1000, 1000))
  addFeedOptions(command)
    .option('--batch <n>', 'records in one step, 500 unless given', wholeNumber(1, LIMITS.recordsPerCommit))
    .option('--report <file>', 'write what became of each line as JSON Lines')
  addCommonOptions(command).action((files: string[], flags: ImportFlags) => importFiles(files, flags, io))
}

async function importFiles(files: readonly string[], flags: ImportFlags, io: Io): Promise<void> {
  const supplier = supplierOf(flags)
  const reading = await feedReading(flags)
  checkFiles(files)
  const report = flags.report === undefined ? undefined : await FileWriter.create(flags.report)
  await using registry = await openRegistry(flags.data, { create: true })
  await describeSupplier(registry, supplier, flags)
  const reports: FeedReport[] = []
  for (const file of files) {
    const notes = new ImportNotes(file)
    const done = await importFeed(registry, io, {
      file,
      reading,
      supplier,
      batchSize: flags.batch,
      onLine: (outcome) => {
        notes.see(outcome)
        report?.push(`${JSON.stringify(reportLine(file, outcome))}\n`)
      },
    })
    reports.push(done)
    await io.stderr.write(notes.text(done, supplier, flags.report !== undefined))
    if (done.failure !== undefined) break
  }
  await report?.close()
  await printReports(reports, flags, io)
  endAsItWent(reports)
}

function supplierOf({ supplier, supplierName, priority }: ImportFlags): string | undefined {
  if (supplier === undefined) {
    const orphan = supplierName !== undefined ? '--supplier-name' : priority !== undefined ? '--priority' : undefined
    if (orphan !== undefined) throw new CliError(EXIT.usage, `${orphan} needs --supplier ID: of which supplier is it?`)
    return undefined
  }
  const id = parseSupplierId(supplier)
  if (id !== undefined) return id
  throw new CliError(
    EXIT.usage,
    `"${supplier}" cannot be a supplier id; give letters a-z and digits, for example bedbank.`,
  )
}

/** Before its records, which are shown by its priority. */
async function describeSupplier(
  registry: Registry,
  id: string | undefined,
  { supplierName: name, priority }: ImportFlags,
): Promise<void> {
  if (id === undefined || (name === undefined && priority === undefined)) return
  await registry.setSupplier({
    id,
    ...(name === undefined ? {} : { name }),
    ...(priority === undefined ? {} : { priority }),
  })
}

async function printReports(reports: readonly FeedReport[], flags: ImportFlags, io: Io): Promise<void> {
  const feeds = reports.map(({ failure: _, ...counts }) => counts)
  if (flags.json === true) await io.stdout.json({ data: flags.data, feeds, total: totalOf(feeds) })
  else if (feeds.some(({ read, unreadable, filtered }) => read + unreadable + filtered > 0)) {
    await io.stdout.write(importTable(feeds))
  }
}

function endAsItWent(reports: readonly FeedReport[]): void {
  const kept = reports.reduce((sum, { read, rejected }) => sum + read - rejected, 0)
  const last = reports.at(-1)
  if (last?.failure !== undefined) throw withWhatIsKept(last.failure, kept)
  const none = reports.find(
    ({ read, rejected, unreadable, filtered }) => read + unreadable > 0 && read === rejected && filtered === 0,
  )
  if (none !== undefined) {
    const { file, read, unreadable } = none
    throw new CliError(
      EXIT.input,
      `${file}: not one record could be used (${counted(read, 'record')} rejected, ${counted(unreadable, 'line')} unreadable); is it a feed, and are its columns mapped?`,
    )
  }
}

function withWhatIsKept(failure: unknown, kept: number): unknown {
  if (kept === 0) return failure
  const { exitCode, message } = describeFailure(failure)
  const records = `${counted(kept, 'record')} ${kept === 1 ? 'is' : 'are'} kept`
  const text =
    failure instanceof FeedError
      ? `${message} ${records}.`
      : `${message} ${records}, and the same command goes on from there.`
  return new CliError(exitCode, text, { cause: failure })
}
