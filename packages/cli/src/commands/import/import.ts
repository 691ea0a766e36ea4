import { resolve } from 'node:path'
import { LIMITS, parseSupplierId, RegistryError } from '@utpid/core'
import { TERM_FREQUENCY_MODES, type TermFrequencyCount, type TermFrequencyMode } from '@utpid/core/operations'
import { defined } from '@utpid/core/storage'
import { FeedError, importedResult, parseRemovedWhen } from '@utpid/feed'
import { checkFiles } from '../../arguments/check-files.ts'
import { checkOutput } from '../../command/check-output.ts'
import { type Call, type Command, command, type GivenOptions } from '../../command/command.ts'
import { any, decimal, flag, integer, oneOf, repeated, text } from '../../command/option.ts'
import { CliError, usageError } from '../../errors/cli-error.ts'
import { describeFailure } from '../../errors/describe-failure.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import { Annotation } from '../../import/annotation.ts'
import { columnTable } from '../../import/column-table.ts'
import { countWords } from '../../import/count-words.ts'
import { dryRunNotice, dryRunText } from '../../import/dry-run-text.ts'
import { emptyReport, type FeedReport, importFeed, type LineOutcome } from '../../import/import-feed.ts'
import { ImportNotes } from '../../import/import-notes.ts'
import { importTable, totalOf } from '../../import/import-table.ts'
import { type ImportTarget, openDryRunTarget, openImportTarget } from '../../import/import-target.ts'
import { LossQuestion, lossRefused } from '../../import/loss/ask-for-loss.ts'
import { FeedSource } from '../../import/loss/feed-source.ts'
import { FEED_OPTIONS, type FeedReading, feedReading } from '../../import/read-records.ts'
import { RemovedFile } from '../../import/removed-file.ts'
import { reportLine } from '../../import/report-line.ts'
import { StartedFeed } from '../../import/started-feed.ts'
import { FileWriter } from '../../io/file-writer.ts'
import { isRemote } from '../../place/remote/remote-place.ts'
import { shownPlace } from '../../place/storage-place.ts'
import { adviceText } from '../../render/advice-text.ts'
import { feedName } from '../../text/feed-name.ts'
import { counted } from '../../text/number-text.ts'
import { printable } from '../../text/printable.ts'

const IMPORT_OPTIONS = {
  supplier: text('id', 'supplier of the feed; required unless the records name their supplier'),
  supplierName: text('name', 'display name of the supplier'),
  priority: integer('n', 'supplier priority for displayed fields, -1000 to 1000', -1000, 1000),
  ...FEED_OPTIONS,
  batch: integer('n', 'records in one transaction (default: 500)', 1, LIMITS.recordsPerCommit),
  report: text('file', 'write the outcome of each line as JSON Lines'),
  columnsReport: flag('list each column with its fill rate, examples and field'),
  annotate: text('file', 'write a copy of the feed with utpid, confidence, status and reason appended to each row'),
  dryRun: flag('report what the import would do, with examples; write nothing'),
  dryRunRecords: integer(
    'n',
    'with --dry-run: new or changed records to keep in memory; with more, the counts are estimates (default: 50,000)',
    1,
    10_000_000,
  ),
  full: flag('full feed: deactivate known records missing from it'),
  removedWhen: repeated(
    'column=values',
    'rows that remove the record of their code, for example status=deleted or action=D,DEL; a name alone for a column with true, yes or 1',
  ),
  removed: text('file', 'a file of codes whose records are deactivated: a list, CSV or JSON Lines'),
  allowLoss: decimal(
    'share',
    'with --full or removals: maximum share of known records of a supplier that may end, 0 to 1 (default: 0.1)',
    0,
    1,
  ),
  termFrequencies: oneOf(
    'mode',
    'count the words of the registry after the import when a count is due (automatic), or only by "utpid rescore" (manual; default: UTPID_TERM_FREQUENCIES or automatic)',
    TERM_FREQUENCY_MODES,
  ),
  listEnding: text('file', 'if more records would end than allowed, write them all as JSON Lines'),
}

type ImportFlags = GivenOptions<typeof IMPORT_OPTIONS>

export const importCommand: Command = command({
  name: 'import',
  about: 'Import feeds into the registry. Repeating an import has no effect.',
  on: 'place',
  arguments: { file: any('JSON Lines, JSON or CSV, packed with gzip, zstd or zip, or not; "-" for standard input') },
  options: IMPORT_OPTIONS,
  async run(call) {
    const { place, io, given } = call
    const { file: feeds, ...flags } = given
    const read = await feedReading(flags)
    const removedWhen = flags.removedWhen === undefined ? undefined : parseRemovedWhen(flags.removedWhen)
    // Without a feed, the file of removals is the feed.
    const isRemovedOnly = feeds.length === 0 && flags.removed !== undefined
    const files = isRemovedOnly ? [flags.removed as string] : feeds
    const reading = isRemovedOnly ? { ...read, removedOnly: true } : { ...read, ...defined({ removedWhen }) }
    if (flags.dryRunRecords !== undefined && flags.dryRun !== true) {
      throw usageError('--dry-run-records needs --dry-run.')
    }
    const isEnding = checkEnding(files, flags, reading)
    const supplier = supplierOf(flags, reading)
    checkFiles(files)
    if (flags.removed !== undefined) checkFiles([flags.removed])
    const { report, annotate, mapping } = flags
    if (annotate !== undefined) {
      if (files.length > 1) throw usageError('--annotate needs one file; import the files one by one.')
      checkOutput({ option: '--annotate', path: annotate, inputs: files, mapping, data: place })
      if (report !== undefined && resolve(report) === resolve(annotate)) {
        throw usageError('--annotate and --report name the same file; use another file for one of them.')
      }
    }
    if (report !== undefined) {
      checkOutput({ option: '--report', path: report, inputs: files, mapping, data: place })
    }
    if (flags.supplier !== undefined && supplier !== flags.supplier) {
      await io.stderr.line(printable(`--supplier "${flags.supplier}" is stored as ${supplier}.`))
    }
    const removed =
      flags.removed === undefined || isRemovedOnly ? undefined : await RemovedFile.read(io, flags.removed, supplier)
    const termFrequencies = termFrequencyMode(flags, call)
    const run = importRun(call, flags, { supplier, reading, removed, isEnding, termFrequencies })
    let count: TermFrequencyCount | undefined
    try {
      for (const file of files) if (!(await run.read(file))) break
      count = await run.count()
    } finally {
      await run.close()
    }
    if (run.question.refused === undefined || !call.json) await printReports(run.reports, count, call, flags)
    exitByResult(run, flags)
  },
})

/** Settings of all feeds of one import. */
interface FeedSettings {
  readonly supplier: string | undefined
  readonly reading: FeedReading
  /** The codes of a separate file to remove. */
  readonly removed: RemovedFile | undefined
  /** Whether the import may deactivate records. */
  readonly isEnding: boolean
  readonly termFrequencies: TermFrequencyMode
}

/** Imports feeds one after another. The registry and the report file are created when the first feed yields an item. */
function importRun({ io, place, rules, json }: Call, flags: ImportFlags, settings: FeedSettings) {
  const { supplier, reading, removed, isEnding, termFrequencies } = settings
  const question = new LossQuestion(io, { json, listEnding: flags.listEnding, dryRun: flags.dryRun })
  const reports: FeedReport[] = []
  /** For each file with a single record, the field of that record that contains a list. */
  const listFields = new Map<string, string>()
  let registry: ImportTarget | undefined
  let reportFile: FileWriter | undefined

  const open = async (): Promise<ImportTarget> => {
    if (registry !== undefined) return registry
    if (flags.report !== undefined) reportFile = await FileWriter.create(flags.report)
    registry =
      flags.dryRun === true
        ? await openDryRunTarget(place, rules, flags.dryRunRecords)
        : await openImportTarget(place, rules, termFrequencies)
    return registry
  }
  const importInto = async (
    target: ImportTarget,
    file: string,
    source: FeedSource | undefined,
    feed: StartedFeed,
    annotation: Annotation | undefined,
  ): Promise<FeedReport> => {
    const notes = new ImportNotes(file, await target.suppliers())
    const onLine = (outcome: LineOutcome): void => {
      notes.add(outcome)
      target.onLine(outcome)
      if (outcome.outcome !== 'unreadable' && outcome.file === undefined) annotation?.answer(importedResult(outcome))
      reportFile?.push(`${JSON.stringify(reportLine(file, outcome))}\n`)
    }
    const keepPace = annotation?.drain
    const ending = source && {
      source,
      full: flags.full,
      removals: true,
      allowLoss: flags.allowLoss,
      onLoss: question.ask,
      removed,
    }
    const beforeWrite = (): Promise<void> => describeSupplier(target, supplier, flags)
    const options = { file, feed, supplier, reading, ending: ending && defined(ending), beforeWrite }
    const done = await importFeed(target, io, { ...options, batchSize: flags.batch, onLine, keepPace })
    if (done.failure === undefined) await annotation?.finish()
    await io.stderr.write(notes.text(done, supplier, flags.report !== undefined))
    return target.finish(done)
  }
  return {
    reports,
    listFields,
    question,
    /** @returns False when the remaining feeds must not be read. */
    async read(file: string): Promise<boolean> {
      const source = isEnding ? await FeedSource.create(io, file) : undefined
      const annotation =
        flags.annotate === undefined
          ? undefined
          : await Annotation.create(io, { file: source?.path ?? file, out: flags.annotate, reading })
      const feed = await StartedFeed.start(io, annotation?.source ?? source?.open() ?? file, reading, annotation?.watch)
      try {
        if (feed.listField !== undefined) listFields.set(file, feed.listField)
        const isUnusable = feed.isEmpty || feed.failure !== undefined
        if (!isUnusable) await annotation?.start()
        const target = isUnusable ? registry : await open()
        const report =
          target === undefined
            ? emptyReport(file, feed.failure)
            : await importInto(target, file, source, feed, isUnusable ? undefined : annotation)
        reports.push(report)
        return report.failure === undefined
      } finally {
        await feed.close()
        await annotation?.close()
        await source?.close()
      }
    },
    /** Counts the words of the registry after the last feed, unless a feed failed. */
    async count(): Promise<TermFrequencyCount | undefined> {
      if (registry?.countTermFrequencies === undefined || reports.some(({ failure }) => failure !== undefined)) return
      return await countWords({ countTermFrequencies: registry.countTermFrequencies }, io)
    },
    async close(): Promise<void> {
      try {
        await reportFile?.close()
      } finally {
        await registry?.close()
      }
    },
  }
}

/**
 * Returns whether the import may deactivate records.
 *
 * @throws {CliError} when the options do not fit together.
 */
function checkEnding(files: readonly string[], flags: ImportFlags, reading: FeedReading): boolean {
  const { full, removed, removedWhen, allowLoss, listEnding } = flags
  if (files.length === 0) throw usageError('Name a file to import, or a file of codes with --removed.')
  const isEnding =
    full === true || removed !== undefined || (reading.removedWhen ?? reading.recipe?.removedWhen ?? []).length > 0
  const orphan = allowLoss !== undefined ? '--allow-loss' : listEnding !== undefined ? '--list-ending' : undefined
  if (!isEnding && orphan !== undefined) {
    throw usageError(`${orphan} needs --full, --removed-when or --removed: without them no record is deactivated.`)
  }
  if (reading.removedOnly === true && (full === true || removedWhen !== undefined)) {
    throw usageError(
      `${full === true ? '--full' : '--removed-when'} needs a feed in addition to the file of --removed.`,
    )
  }
  if (files.length > 1 && full === true) {
    throw usageError(
      '--full needs one file with all records, since missing records are deactivated; join the parts: cat part-*.jsonl | utpid import - --full.',
    )
  }
  if (files.length > 1 && removed !== undefined)
    throw usageError('--removed needs one feed; import the files one by one.')
  if (files.includes('-') && removed === '-' && reading.removedOnly !== true) {
    throw usageError('The feed and --removed cannot both be standard input.')
  }
  return isEnding
}

/** @throws {CliError} for a wrong variable, and for the option with a served registry, which has its own setting. */
function termFrequencyMode(
  { termFrequencies }: ImportFlags,
  { place, io: { env } }: Pick<Call, 'place' | 'io'>,
): TermFrequencyMode {
  if (termFrequencies !== undefined && isRemote(place)) {
    throw usageError('A served registry counts words by the setting of its service: omit --term-frequencies.')
  }
  const mode = termFrequencies ?? (env.UTPID_TERM_FREQUENCIES || 'automatic')
  if (mode === 'automatic' || mode === 'manual') return mode
  throw usageError('UTPID_TERM_FREQUENCIES must be automatic or manual.')
}

/** The supplier of a recipe is that of its records, unless the user names another one. */
function supplierOf(
  { supplier: given, supplierName, priority }: ImportFlags,
  { recipe }: FeedReading,
): string | undefined {
  const supplier = given ?? recipe?.supplier
  if (supplier === undefined) {
    const orphan = supplierName !== undefined ? '--supplier-name' : priority !== undefined ? '--priority' : undefined
    if (orphan !== undefined) throw usageError(`${orphan} needs --supplier ID.`)
    return undefined
  }
  const id = parseSupplierId(supplier)
  if (id !== undefined) return id
  throw usageError(`"${supplier}" is not a valid supplier id; use letters a-z and digits, for example bedbank.`)
}

/** Runs before the import, since the choice of displayed fields depends on the supplier's priority. */
async function describeSupplier(
  registry: Pick<ImportTarget, 'setSupplier'>,
  id: string | undefined,
  { supplierName: name, priority }: ImportFlags,
): Promise<void> {
  if (id === undefined || (name === undefined && priority === undefined)) return
  await registry.setSupplier({ id, ...defined({ name, priority }) })
}

async function printReports(
  reports: readonly FeedReport[],
  count: TermFrequencyCount | undefined,
  { io, json, place }: Call,
  { columnsReport, dryRun }: ImportFlags,
): Promise<void> {
  const feeds = reports.map(({ failure: _, ...counts }) => counts)
  if (json) {
    const isDryRun = dryRun === true ? { dryRun } : {}
    await io.stdout.json({
      data: shownPlace(place),
      ...isDryRun,
      feeds,
      total: totalOf(feeds),
      ...defined({ termFrequencies: count }),
    })
  } else if (feeds.some(({ read, unreadable, filtered }) => read + unreadable + filtered > 0)) {
    await io.stdout.write(importTable(feeds))
    if (dryRun === true) await printDryRuns(feeds, io)
    await printAdvice(feeds, io)
    if (columnsReport !== true) return
    for (const { file, columns } of feeds) {
      if (columns === undefined) continue
      await io.stdout.write(`\n${feeds.length > 1 ? `${feedName(file)}\n` : ''}${columnTable(columns)}`)
    }
  }
}

/** Prints the examples of each feed, and that nothing was written. */
async function printDryRuns(feeds: readonly FeedReport[], { stdout, stderr }: Call['io']): Promise<void> {
  for (const feed of feeds) {
    if (feed.dryRun === undefined) continue
    if (feeds.length > 1) await stdout.write(`\n${feedName(feed.file)}\n`)
    await stdout.write(dryRunText(feed, feed.dryRun))
  }
  await stderr.write(dryRunNotice(feeds.flatMap(({ dryRun }) => dryRun ?? [])))
}

/** Advice of one feed in the summary. `utpid suppliers report` and `--json` have more. */
const ADVICE_SHOWN = 3

/** Prints what would help most, for each feed. */
async function printAdvice(feeds: readonly FeedReport[], { stdout }: Call['io']): Promise<void> {
  for (const { file, advice = [] } of feeds) {
    if (advice.length === 0) continue
    const title = feeds.length > 1 ? `Most helpful next steps for ${feedName(file)}:` : undefined
    await stdout.write(`\n${adviceText(advice.slice(0, ADVICE_SHOWN), title)}`)
  }
}

function exitByResult(
  { reports, listFields, question }: ReturnType<typeof importRun>,
  { column, mapping, dryRun }: ImportFlags,
): void {
  const kept = dryRun === true ? 0 : reports.reduce((sum, { read, rejected }) => sum + read - rejected, 0)
  const last = reports.at(-1)
  if (question.refused !== undefined && isExcessive(last?.failure)) throw lossRefused(question.refused)
  if (last?.failure !== undefined) throw withKeptCount(last.failure, kept)
  const none = reports.find(({ read, rejected, filtered }) => read === rejected && filtered === 0)
  if (none === undefined) return
  const { file, read, unreadable } = none
  const name = file === '-' ? 'Standard input' : file
  if (read + unreadable === 0) throw new CliError(EXIT.input, `${name} has no records.`)
  const listField = read === 1 && unreadable === 0 ? listFields.get(file) : undefined
  const isMapped = column !== undefined || mapping !== undefined
  const hint =
    listField !== undefined
      ? `the records are in its list "${listField}"; send that list alone`
      : `is it a feed${isMapped ? ' of products' : ', and are its columns mapped'}?`
  throw new CliError(
    EXIT.input,
    `${name}: not one record could be used (${counted(read, 'record')} rejected, ${counted(unreadable, 'line')} unreadable); ${hint}${listField === undefined ? '' : '.'}`,
  )
}

function isExcessive(failure: unknown): boolean {
  return failure instanceof RegistryError && failure.code === 'excessive_loss'
}

function withKeptCount(failure: unknown, kept: number): unknown {
  if (kept === 0) return failure
  const { exitCode, message } = describeFailure(failure)
  const records = `${counted(kept, 'record')} ${kept === 1 ? 'is' : 'are'} kept`
  const text =
    failure instanceof FeedError
      ? `${message} ${records}.`
      : `${message} ${records}; repeat the command to continue from there.`
  return new CliError(exitCode, text, { cause: failure })
}
