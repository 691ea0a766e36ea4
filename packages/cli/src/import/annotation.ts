import { createReadStream, statSync } from 'node:fs'
import type { Readable } from 'node:stream'
import {
  AnnotatedCopy,
  createFeedStats,
  FEED_LIMITS,
  type FeedFormat,
  type RowResult,
  type SpooledFile,
  spool,
} from '@utpid/feed'
import { usageError } from '../errors/cli-error.ts'
import { AtomicFile } from '../io/atomic-file.ts'
import type { Io } from '../io/io.ts'
import type { FeedReading } from './read-records.ts'
import type { RowWatch } from './started-feed.ts'

export interface AnnotationOptions {
  /** The feed; `-` for standard input. */
  readonly file: string
  /** The copy; gzipped if its name ends in `.gz`; `-` for standard output. */
  readonly out: string
  readonly reading: Pick<FeedReading, 'entry'>
}

/** The copy of a feed with the result of each row, for the option `--annotate`. */
export class Annotation {
  /** Receives the rows of the feed. */
  readonly watch: RowWatch
  /** The feed to read: the path, or a stream of the temporary file that holds standard input or a pipe. */
  readonly source: string | Readable
  readonly #io: Io
  readonly #out: string
  readonly #copy: AnnotatedCopy
  readonly #spooled: SpooledFile | undefined
  #file: AtomicFile | undefined
  #isStarted = false

  private constructor(io: Io, { file, out, reading }: AnnotationOptions, spooled: SpooledFile | undefined) {
    this.#io = io
    this.#out = out
    this.#spooled = spooled
    const stats = createFeedStats()
    this.source = spooled === undefined ? file : createReadStream(spooled.path)
    this.#copy = new AnnotatedCopy({
      path: spooled?.path ?? file,
      stats,
      entry: reading.entry,
      signal: io.signal,
    })
    this.watch = { stats, onRow: this.#copy.onRow }
  }

  /**
   * A feed that is no regular file is stored in a temporary file, since it is read twice.
   *
   * @throws {FeedError} `document_too_large` if a temporary file would be too large.
   */
  static async create(io: Io, options: AnnotationOptions): Promise<Annotation> {
    const { file } = options
    if (file !== '-' && (statSync(file, { throwIfNoEntry: false })?.isFile() ?? true)) {
      return new Annotation(io, options, undefined)
    }
    const stream = file === '-' ? io.stdin : createReadStream(file)
    const spooled = await spool(stream, { maxBytes: FEED_LIMITS.spooledBytes, signal: io.signal })
    return new Annotation(io, options, spooled)
  }

  /**
   * Starts to write the copy, once the first item of the feed was read. A second call does nothing.
   *
   * @throws {CliError} when the copy cannot be a file, or its name has the ending of another format.
   * @throws {FeedError} `not_annotatable`
   */
  async start(): Promise<void> {
    if (this.#isStarted) return
    this.#isStarted = true
    checkEnding(this.#out, this.watch.stats.format)
    const file = this.#out === '-' ? undefined : await AtomicFile.create(this.#out)
    this.#file = file
    this.#copy.start((bytes) => (file ?? this.#io.stdout).write(bytes))
  }

  /** Sets the result of the next record. */
  readonly answer = (result: RowResult): void => this.#copy.answer(result)

  /** Resolves once most answered rows are written. */
  readonly drain = (): Promise<void> => this.#copy.drain()

  /** Completes the copy. */
  async finish(): Promise<void> {
    await this.start()
    await this.#copy.finish()
    await this.#file?.finish()
    this.#file = undefined
  }

  /** Removes temporary files, and the copy unless it is complete. */
  async close(): Promise<void> {
    await this.#copy.cancel()
    await this.#file?.discard()
    await this.#spooled?.remove()
  }
}

const OF_TEXT = /\.(csv|tsv|txt|json|jsonl|ndjson)$/
const PACKED = /\.(zip|zst|zstd)$/

/** Refuses a name that a program would open as another format than the copy has. */
function checkEnding(out: string, format: FeedFormat | undefined): void {
  const name = out.toLowerCase().replace(/\.gz$/, '')
  const packed = PACKED.exec(name)?.[0]
  if (packed !== undefined) {
    throw usageError(`--annotate ${out}: the copy is not packed as ${packed}; leave out ${packed}, or use .gz.`)
  }
  if (format === 'xlsx' && OF_TEXT.test(name)) {
    throw usageError(`--annotate ${out}: the copy is an Excel workbook like the feed; use a name that ends in .xlsx.`)
  }
  if (format !== undefined && format !== 'xlsx' && name.endsWith('.xlsx')) {
    const kind = format === 'csv' ? 'CSV' : 'JSON'
    throw usageError(`--annotate ${out}: the copy is ${kind} like the feed; use a name that does not end in .xlsx.`)
  }
}
