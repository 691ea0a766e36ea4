import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { type ImportOptions, type ImportReport, parseSupplierId, type Registry } from '@utpid/core'
import type { DryRunWithLines, ImportCounts, ImportOutcome, ImportSource, RecordSource } from '@utpid/core/operations'
import { defined } from '@utpid/core/storage'
import {
  type ColumnReport,
  createFeedStats,
  type FeedFailure,
  type FeedItem,
  type FeedRepair,
  type FeedStats,
  ignoredSources,
} from '@utpid/feed'
import { CliError, usageError } from '../errors/cli-error.ts'
import { EXIT } from '../errors/exit-codes.ts'
import type { Io } from '../io/io.ts'
import { Progress } from '../progress/progress.ts'
import { counted, secondsSince } from '../text/number-text.ts'
import type { FeedSource } from './loss/feed-source.ts'
import { type FeedReading, readRecords } from './read-records.ts'
import type { RemovedFile } from './removed-file.ts'
import { StartedFeed } from './started-feed.ts'

/** The outcome of one line of a feed. */
export type LineOutcome = {
  readonly line: number
  /** The file of the line, if it is not the feed but the file of removals. */
  readonly file?: string
} & (
  | { readonly outcome: 'unreadable'; readonly error: FeedFailure['error'] }
  | (ImportOutcome & { readonly feedRepairs: readonly FeedRepair[] })
)

export interface ImportFeedOptions {
  /** Path of the feed; `-` for standard input. With `stream`, only a name. */
  readonly file: string
  /** The content, read instead of the file. */
  readonly stream?: Readable
  readonly reading: FeedReading
  /** A feed that the caller has already started. Replaces `file` and `stream`. */
  readonly feed?: StartedFeed
  /** The supplier of every record. If a record names a supplier itself, that name goes to `extra.supplier`. */
  readonly supplier: string | undefined
  readonly batchSize?: number | undefined
  /** Set for an import that may deactivate records: its codes are checked before anything is written. */
  readonly ending?: EndingOptions | undefined
  /** Called before the first record is written, but after a check. */
  readonly beforeWrite?: (() => Promise<void>) | undefined
  /** Called for each line, in order. */
  readonly onLine?: ((outcome: LineOutcome) => void) | undefined
  /** Awaited before each record, so that the receiver of outcomes keeps pace. Its error ends the import. */
  readonly keepPace?: (() => Promise<void>) | undefined
}

/** Options of an import that may deactivate records. */
export interface EndingOptions extends Pick<ImportOptions, 'full' | 'removals' | 'allowLoss' | 'onLoss'> {
  /** The feed, which is read again. */
  readonly source: FeedSource
  readonly removed?: RemovedFile | undefined
}

/** The effect of a full feed on the known records of one supplier. */
export type FullReport = NonNullable<ImportReport['full']>[number]

/** The result of importing a feed. `failure` is set if the feed was not read to its end. */
export interface FeedReport extends ImportCounts {
  readonly file: string
  /** Lines that could not be read. */
  readonly unreadable: number
  /** Rows excluded by `--where`. */
  readonly filtered: number
  /** Records that named another supplier than the one in the options. */
  readonly otherSupplier: number
  readonly seconds: number
  /** The fields of each column; absent if nothing was read. */
  readonly columns?: ColumnReport
  /** The parts of the file that were read, if the file has other parts too. */
  readonly parts?: ReadParts
  /** Known records that were deactivated because the full feed lacked them. */
  readonly deactivated: number
  /** The effect on each supplier, for a full feed that was read to its end. */
  readonly full?: readonly FullReport[]
  /** Records that were separated from the other records of their product; absent when there are none. */
  readonly separated?: ImportReport['separated']
  /** The advice, most helpful first; absent if there is none, or if the feed was not read to its end. */
  readonly advice?: ImportReport['advice']
  /** The examples of a dry run that read the feed to its end. */
  readonly dryRun?: DryRunWithLines
  /** The reason why the import ended early; earlier counts are kept. */
  readonly failure?: unknown
}

/** The parts of a file that were read. */
export type ReadParts = Pick<FeedStats, 'recordPath' | 'otherLists' | 'otherSheets' | 'skippedLines'>

type Counts = ImportCounts & Pick<FeedReport, 'deactivated' | 'separated'>

const NO_COUNTS: Counts = {
  read: 0,
  linked: 0,
  created: 0,
  alerted: 0,
  updated: 0,
  unchanged: 0,
  suppressed: 0,
  rejected: 0,
  superseded: 0,
  removed: 0,
  absent: 0,
  kept: 0,
  repaired: 0,
  deactivated: 0,
}

/** Creates the report of a feed from which nothing was imported. */
export function emptyReport(file: string, failure: unknown): FeedReport {
  const nothing = { ...NO_COUNTS, file, unreadable: 0, filtered: 0, otherSupplier: 0, seconds: 0 }
  return failure === undefined ? nothing : { ...nothing, failure }
}

function partsOf({ recordPath, otherLists, otherSheets, skippedLines }: FeedStats): ReadParts {
  return defined({ recordPath, otherLists, otherSheets, skippedLines })
}

/** Records without a supplier that are read before the feed is rejected. */
const MAX_UNNAMED_RECORDS = 20

/**
 * Imports one feed with progress on a terminal. It never throws for a feed: the report has the counts and the failure.
 */
export async function importFeed(
  registry: Pick<Registry, 'import'>,
  io: Io,
  options: ImportFeedOptions,
): Promise<FeedReport> {
  const { file, stream, reading, supplier, batchSize, ending, onLine, keepPace } = options
  const started = performance.now()
  const progress = new Progress(io, file)
  const feed = options.feed ?? (await StartedFeed.start(io, stream ?? file, reading))
  const { stats } = feed
  feed.listen(progress.bytes)
  const lines = new LineQueue(onLine)
  let counts = NO_COUNTS
  let otherSupplier = 0
  const tally = (): Omit<FeedReport, 'failure'> => ({
    ...counts,
    file,
    unreadable: stats.errors,
    filtered: stats.filtered,
    otherSupplier,
    seconds: secondsSince(started),
    ...defined({ columns: stats.columns }),
    parts: partsOf(stats),
  })

  let failure: unknown

  async function* records(): AsyncGenerator<unknown> {
    await options.beforeWrite?.()
    const items = feed.items()
    try {
      for await (const item of supplier === undefined ? requireSupplier(items, file) : items) {
        lines.read(item)
        if (keepPace !== undefined) await keepPace()
        if ('error' in item) continue
        if (supplier !== undefined && namesAnother(item.record, supplier)) otherSupplier += 1
        yield supplier === undefined ? item.record : withSupplier(item.record, supplier)
      }
    } catch (error) {
      // The records read so far are valid, so the last batch is still written. After Ctrl-C it is dropped, since the
      // user waits. A full feed must fail: otherwise it would deactivate the records of the unread part.
      if (io.signal.aborted || ending?.full === true) throw error
      failure = error
    }
    if (failure === undefined) for (const { record } of ending?.removed?.rows ?? []) yield record
  }
  const source: RecordSource =
    ending === undefined
      ? records()
      : (pass) => (pass === 'write' ? records() : recordsToCheck(io, { file, reading, supplier, ending, progress }))
  const removedRows = ending?.removed?.rows.values()

  try {
    const report = await registry.import(source, {
      signal: io.signal,
      // The caller counts once, after its last feed.
      termFrequencies: 'manual',
      ...defined({ batchSize }),
      source: () => importSource(file, stats),
      ...(ending === undefined ? {} : { ...lossOptionsOf(ending), ...defined({ supplier }) }),
      onOutcome: (outcome) => {
        if (lines.done(outcome)) return
        const row = removedRows?.next().value
        if (row === undefined) return
        onLine?.({ line: row.line, ...outcome, feedRepairs: [], ...defined({ file: ending?.removed?.file }) })
      },
      onProgress: (soFar) => {
        counts = { ...counts, ...soFar }
        progress.records(soFar.read)
      },
    })
    counts = countsOf(report)
    if (failure !== undefined) return { ...tally(), failure }
    const { full, advice } = report
    return { ...tally(), ...defined({ full }), ...(advice.length === 0 ? {} : { advice }) }
  } catch (error) {
    return { ...tally(), failure: error }
  } finally {
    progress.stop()
    lines.end()
  }
}

/** Describes the feed for the stored summary of the import. */
function importSource(file: string, { format, errors, columns }: FeedStats): ImportSource {
  return {
    file: file === '-' ? 'standard input' : basename(file),
    ...defined({ format }),
    unreadable: errors,
    ...(columns === undefined ? {} : { ignored: ignoredSources(columns) }),
  }
}

/** Yields the records of the feed and the removals, to check their codes before anything is written. */
async function* recordsToCheck(
  io: Io,
  {
    file,
    reading,
    supplier,
    ending: { source, full, removed },
    progress,
  }: Pick<ImportFeedOptions, 'file' | 'reading' | 'supplier'> & {
    readonly ending: EndingOptions
    readonly progress: Progress
  },
): AsyncGenerator<unknown> {
  const stats = createFeedStats()
  const items = readRecords(io, source.open(), { ...reading, stats, onBytes: progress.bytes })
  for await (const item of supplier === undefined ? requireSupplier(items, file) : items) {
    if ('error' in item) continue
    const record = supplier === undefined ? item.record : withSupplier(item.record, supplier)
    removed?.note(record)
    yield record
  }
  if (full === true && stats.errors > 0) throw unreadableInFull(file, stats.errors)
  if (removed === undefined) return
  removed.requireDisjoint(file)
  for (const { record } of removed.rows) yield record
}

function lossOptionsOf({ full, removals, allowLoss, onLoss }: EndingOptions): ImportOptions {
  return defined({ full, removals, allowLoss, onLoss })
}

function countsOf({
  skippedKeys: _,
  oversizedComponents: __,
  change: ___,
  full = [],
  separated,
  advice: ____,
  ...counts
}: ImportReport): Counts {
  return {
    ...counts,
    deactivated: full.reduce((sum, { deactivated }) => sum + deactivated, 0),
    ...(separated.total === 0 ? {} : { separated }),
  }
}

/**
 * Returns the error for unreadable lines in a full feed. Each line may be a known record, so the missing records are
 * unknown.
 */
function unreadableInFull(file: string, lines: number): CliError {
  const what = `${counted(lines, 'line')} could not be read`
  return new CliError(
    EXIT.refused,
    `${file}: ${what}, so the missing records are unknown and nothing was imported; fix ${lines === 1 ? 'it' : 'them'}, or import without --full.`,
  )
}

/** Merges outcomes, which arrive in batches, with the lines that could not be read. Keeps the order of lines. */
class LineQueue {
  readonly #onLine: ImportFeedOptions['onLine']
  #waiting: FeedItem[] = []
  #next = 0

  constructor(onLine: ImportFeedOptions['onLine']) {
    this.#onLine = onLine
  }

  read(item: FeedItem): void {
    if (this.#onLine === undefined) return
    // Keeps only the data that the callback needs, never the record itself.
    this.#waiting.push('error' in item ? item : { ...item, record: {} })
    this.#reportUnreadable()
  }

  /** Returns false if the outcome is not of a line of the feed. */
  done(outcome: ImportOutcome): boolean {
    const item = this.#waiting[this.#next]
    if (item === undefined || 'error' in item) return false
    this.#next += 1
    this.#onLine?.({ line: item.line, ...outcome, feedRepairs: item.repairs ?? [] })
    this.#reportUnreadable()
    return true
  }

  /** Reports unreadable lines after the last written record. */
  end(): void {
    this.#waiting = this.#waiting.slice(this.#next).filter((item) => 'error' in item)
    this.#next = 0
    this.#reportUnreadable()
  }

  #reportUnreadable(): void {
    for (let item = this.#waiting[this.#next]; item !== undefined && 'error' in item; ) {
      this.#onLine?.({ line: item.line, outcome: 'unreadable', error: item.error })
      this.#next += 1
      item = this.#waiting[this.#next]
    }
    if (this.#next < this.#waiting.length) return
    this.#waiting = []
    this.#next = 0
  }
}

/**
 * Yields the items unchanged. If the first records name no supplier, rejects the feed before anything is written. The
 * user then gets one sentence instead of a rejection for each record.
 */
async function* requireSupplier(items: AsyncIterable<FeedItem>, file: string): AsyncGenerator<FeedItem> {
  const held: FeedItem[] = []
  let asking = true
  let nameless = 0
  const name = file === '-' ? 'Standard input' : file
  const question = `${name} names no supplier; add --supplier ID, for example --supplier bedbank.`
  for await (const item of items) {
    if (!asking) {
      yield item
      continue
    }
    held.push(item)
    if ('error' in item) continue
    if (item.record.supplier === undefined || item.record.supplier === null || item.record.supplier === '') {
      nameless += 1
      if (nameless >= MAX_UNNAMED_RECORDS) throw usageError(question)
      continue
    }
    asking = false
    yield* held.splice(0)
  }
  if (asking && nameless > 0) throw usageError(question)
  yield* held
}

function namesAnother(record: Record<string, unknown>, supplier: string): boolean {
  const own = record.supplier
  return own !== undefined && own !== null && own !== '' && parseSupplierId(String(own)) !== supplier
}

function withSupplier(record: Record<string, unknown>, supplier: string): Record<string, unknown> {
  if (!namesAnother(record, supplier)) return { ...record, supplier }
  const extra = typeof record.extra === 'object' && record.extra !== null ? record.extra : {}
  return { ...record, supplier, extra: { ...extra, supplier: record.supplier } }
}
