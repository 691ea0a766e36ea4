import type { Readable } from 'node:stream'
import { type ImportCounts, type ImportOutcome, type ImportReport, parseSupplierId, type Registry } from '@utpid/core'
import type { FeedFailure, FeedItem, FeedRepair } from '@utpid/feed'
import { CliError } from '../errors/cli-error.ts'
import { EXIT } from '../errors/exit-codes.ts'
import type { Io } from '../io/io.ts'
import { Progress } from '../progress/progress.ts'
import { counted, thousandths } from '../text/number-text.ts'
import type { FeedReading } from './read-records.ts'
import { StartedFeed } from './started-feed.ts'

/** What became of one line of a feed. */
export type LineOutcome = { readonly line: number } & (
  | { readonly outcome: 'unreadable'; readonly error: FeedFailure['error'] }
  | (ImportOutcome & { readonly feedRepairs: readonly FeedRepair[] })
)

export interface ImportFeedOptions {
  /** `-` for standard input; with `stream`, only what it is called. */
  readonly file: string
  /** Read instead of the file. */
  readonly stream?: Readable
  readonly reading: FeedReading
  /** Read instead of both; begun by the caller. */
  readonly feed?: StartedFeed
  /** The supplier of every record; what a record itself says then goes to `extra.supplier`. */
  readonly supplier: string | undefined
  readonly batchSize?: number | undefined
  /** The feed holds all that its suppliers have: known records that it lacks end. */
  readonly full?: FullFeed | undefined
  /** Told of each line, in their order. */
  readonly onLine?: (outcome: LineOutcome) => void
}

/** A feed that is the whole of what a supplier has. */
export interface FullFeed {
  /** The share of the known records that it may lack, 0 to 1; 0.1 unless given. */
  readonly allowLoss?: number
}

/** What a full feed meant for the known records of one supplier. */
export type FullReport = NonNullable<ImportReport['full']>[number]

/** What a feed came to. A feed that could not be read to its end says why in `failure`. */
export interface FeedReport extends ImportCounts {
  readonly file: string
  /** Lines that were no record. */
  readonly unreadable: number
  /** Rows that `--where` left out. */
  readonly filtered: number
  /** Records that named another supplier than the one given. */
  readonly otherSupplier: number
  readonly seconds: number
  /** Known records that a full feed lacked, and that were ended for it. */
  readonly ended: number
  /** Of a full feed that was read to its end: what it meant for each supplier. */
  readonly full?: readonly FullReport[]
  /** Records that were in a product with others and are not any more; absent when there are none. */
  readonly parted?: ImportReport['parted']
  /** Why the import ended early; what was counted before is kept. */
  readonly failure?: unknown
}

type Counts = ImportCounts & Pick<FeedReport, 'ended' | 'parted'>

const NOTHING: Counts = {
  read: 0,
  linked: 0,
  created: 0,
  alerted: 0,
  updated: 0,
  unchanged: 0,
  withheld: 0,
  rejected: 0,
  superseded: 0,
  repaired: 0,
  ended: 0,
}

/** What a feed comes to of which nothing was imported. */
export function emptyReport(file: string, failure: unknown): FeedReport {
  const nothing = { ...NOTHING, file, unreadable: 0, filtered: 0, otherSupplier: 0, seconds: 0 }
  return failure === undefined ? nothing : { ...nothing, failure }
}

/** Records without a supplier that are seen before the question is asked whose feed this is. */
const RECORDS_BEFORE_ASKING = 20

/**
 * Imports one feed with progress on a terminal. Never throws for a feed: how far it came and why
 * it ended is in the report.
 */
export async function importFeed(registry: Registry, io: Io, options: ImportFeedOptions): Promise<FeedReport> {
  const { file, stream, reading, supplier, batchSize, full, onLine } = options
  const started = performance.now()
  const progress = new Progress(io, file)
  const feed = options.feed ?? (await StartedFeed.start(io, stream ?? file, reading))
  const { stats } = feed
  feed.listen(progress.bytes)
  const lines = new LineQueue(onLine)
  let counts = NOTHING
  let otherSupplier = 0
  const tally = (): Omit<FeedReport, 'failure'> => ({
    ...counts,
    file,
    unreadable: stats.errors,
    filtered: stats.filtered,
    otherSupplier,
    seconds: thousandths((performance.now() - started) / 1000),
  })

  let failure: unknown

  async function* records(): AsyncGenerator<unknown> {
    const items = feed.items()
    try {
      for await (const item of supplier === undefined ? askForSupplier(items, file) : items) {
        lines.read(item)
        if ('error' in item) continue
        if (supplier !== undefined && namesAnother(item.record, supplier)) otherSupplier += 1
        yield supplier === undefined ? item.record : withSupplier(item.record, supplier)
      }
    } catch (error) {
      // What was read before is good, so the last batch is written; on Ctrl-C the user does not wait for it.
      // A full feed must not seem to end here: what comes behind would be taken for gone.
      if (io.signal.aborted || full !== undefined) throw error
      failure = error
    }
    if (full !== undefined && stats.errors > 0) throw unreadableInFull(file, stats.errors)
  }

  try {
    const {
      skippedKeys: _,
      oversizedComponents: __,
      change: ___,
      full: fullReports,
      parted,
      ...all
    } = await registry.import(records(), {
      signal: io.signal,
      ...(batchSize === undefined ? {} : { batchSize }),
      ...(full === undefined ? {} : { full: true, ...full, ...(supplier === undefined ? {} : { supplier }) }),
      onOutcome: (outcome) => {
        lines.done(outcome)
      },
      onProgress: (soFar) => {
        counts = { ...counts, ...soFar }
        progress.records(soFar.read)
      },
    })
    counts = {
      ...all,
      ended: (fullReports ?? []).reduce((sum, { ended }) => sum + ended, 0),
      ...(parted.total === 0 ? {} : { parted }),
    }
    if (failure !== undefined) return { ...tally(), failure }
    return fullReports === undefined ? tally() : { ...tally(), full: fullReports }
  } catch (error) {
    return { ...tally(), failure: error }
  } finally {
    progress.stop()
    lines.end()
  }
}

/** A line that cannot be read may be any of the known records, so none can be said to be gone. */
function unreadableInFull(file: string, lines: number): CliError {
  const what = `${counted(lines, 'line')} could not be read`
  return new CliError(
    EXIT.refused,
    `${file}: ${what}, so it is not known which records it lacks, and none was ended; mend ${lines === 1 ? 'it' : 'them'}, or import without --full.`,
  )
}

/** Puts outcomes, which come by batches, back between the lines that never were records. */
class LineQueue {
  readonly #onLine: ImportFeedOptions['onLine']
  #waiting: FeedItem[] = []
  #next = 0

  constructor(onLine: ImportFeedOptions['onLine']) {
    this.#onLine = onLine
  }

  read(item: FeedItem): void {
    if (this.#onLine === undefined) return
    // Only what is told later is kept: never the record itself.
    this.#waiting.push('error' in item ? item : { ...item, record: {} })
    this.#tellUnreadable()
  }

  done(outcome: ImportOutcome): void {
    const item = this.#waiting[this.#next]
    if (item === undefined || 'error' in item) return
    this.#next += 1
    this.#onLine?.({ line: item.line, ...outcome, feedRepairs: item.repairs ?? [] })
    this.#tellUnreadable()
  }

  /** Lines behind records that no batch wrote any more are told all the same. */
  end(): void {
    this.#waiting = this.#waiting.slice(this.#next).filter((item) => 'error' in item)
    this.#next = 0
    this.#tellUnreadable()
  }

  #tellUnreadable(): void {
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
 * Passes items on; a feed whose first records name no supplier is refused before anything of it is
 * written, with one sentence instead of a rejection for each record.
 */
async function* askForSupplier(items: AsyncIterable<FeedItem>, file: string): AsyncGenerator<FeedItem> {
  const held: FeedItem[] = []
  let asking = true
  let nameless = 0
  const name = file === '-' ? 'Standard input' : file
  const question = `${name} names no supplier; say whose feed it is with --supplier ID, for example --supplier bedbank.`
  for await (const item of items) {
    if (!asking) {
      yield item
      continue
    }
    held.push(item)
    if ('error' in item) continue
    if (item.record.supplier === undefined || item.record.supplier === null || item.record.supplier === '') {
      nameless += 1
      if (nameless >= RECORDS_BEFORE_ASKING) throw new CliError(EXIT.usage, question)
      continue
    }
    asking = false
    yield* held.splice(0)
  }
  if (asking && nameless > 0) throw new CliError(EXIT.usage, question)
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
