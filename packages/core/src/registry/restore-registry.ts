import { type AbortSignalLike, type Clock, systemClock, type Yield, yieldToPromises } from '../environment.ts'
import { LIMITS } from '../model/limits.ts'
import { RegistryError } from '../model/registry-error.ts'
import type { BulkLoad, ExportFacts } from '../storage/bulk-load.ts'
import type { LedgerRow, LedgerRowKind } from '../storage/ledger-row.ts'
import type { ChangeNumber, ScoringRow } from '../storage/rows.ts'
import type { Storage } from '../storage/storage.ts'
import { checkSignal } from './check-signal.ts'
import { ExportChecksum } from './export-checksum.ts'
import { ExportCrossCheck } from './export-cross-check.ts'
import {
  EXPORT_FORMAT,
  type ExportEnd,
  type ExportHeader,
  ExportProblem,
  parseExportEnd,
  parseExportedRow,
  parseExportHeader,
} from './export-format.ts'
import { LinesAhead, type ReadBatch } from './lines-ahead.ts'
import { LoadRows } from './load-rows.ts'
import { mirrorRows } from './mirror-rows.ts'

/** How an export is restored. */
export interface RestoreOptions {
  readonly signal?: AbortSignalLike
  /** Called after each batch. */
  readonly onProgress?: (progress: RestoreProgress) => void
  /** Milliseconds since 1970; the system's unless given. */
  readonly clock?: Clock
  /** Lets other work run between batches; promises only unless given. */
  readonly yield?: Yield
}

/** How far a restore is. */
export interface RestoreProgress {
  /** Lines read. */
  readonly lines: number
  /** Lines that spoke of a record; `header.records` says of how many. */
  readonly records: number
  readonly header: ExportHeader
}

/** What was restored. */
export interface RestoreReport {
  readonly header: ExportHeader
  /** The change of the exported registry that this one shows. */
  readonly change: ChangeNumber
  /** Rows read, by kind. */
  readonly rows: Readonly<Partial<Record<LedgerRowKind, number>>>
}

const ROWS_PER_BATCH = LIMITS.recordsPerCommit

/**
 * Fills an empty storage with an export. Open a registry on it afterwards. It goes on counting
 * changes where the exported one stood, and its feed begins there.
 *
 * When it throws, a storage that can be loaded at once is empty, or is cleared by the next try. In another one what was
 * written is left, and a
 * registry on it cannot be opened: begin again in another empty storage.
 *
 * @param rows - The lines of an export in their order, as text or as parsed JSON.
 * @throws RegistryError `storage_not_empty`; `export_damaged`, with the line and the reason in
 *   `details`; `storage_version` for the format of a newer utpid; `aborted`; what the storage throws.
 */
export async function restoreRegistry(
  storage: Storage,
  rows: Iterable<unknown> | AsyncIterable<unknown>,
  options: RestoreOptions = {},
): Promise<RestoreReport> {
  const load = storage.beginLoad === undefined ? undefined : await storage.beginLoad()
  if (load === undefined) await checkEmpty(storage)
  try {
    const restore = new Restore(storage, options, load)
    for await (const row of rows) {
      checkSignal(options.signal)
      await restore.take(row)
    }
    checkSignal(options.signal)
    return await restore.finish()
  } catch (error) {
    await load?.abandon()
    throw error
  }
}

/** One restore under way. */
class Restore {
  readonly #storage: Storage
  readonly #options: RestoreOptions
  readonly #counts: Partial<Record<LedgerRowKind, number>> = {}
  readonly #checksum = new ExportChecksum()
  readonly #crossCheck = new ExportCrossCheck()
  readonly #load: LoadRows | undefined
  #header: ExportHeader | undefined
  #end: ExportEnd | undefined
  #batch: LedgerRow[] = []
  readonly #scorings: ScoringRow[] = []
  #line = 0
  readonly #ahead: LinesAhead | undefined

  constructor(storage: Storage, options: RestoreOptions, load: BulkLoad | undefined) {
    this.#storage = storage
    this.#options = options
    this.#load = load === undefined ? undefined : new LoadRows(load)
    this.#ahead = load?.aside === undefined ? undefined : new LinesAhead(load.aside)
  }

  async take(given: unknown): Promise<void> {
    if (this.#ahead === undefined || this.#header === undefined) return await this.#takeLine(given)
    if (typeof given === 'string') {
      const due = this.#ahead.add(given)
      if (due !== undefined) await this.#takeBatch(await due)
      return
    }
    await this.#takeAhead()
    await this.#takeLine(given)
  }

  /** Whatever is being read ahead, or is to be. */
  async #takeAhead(): Promise<void> {
    if (this.#ahead === undefined) return
    for await (const batch of this.#ahead.rest()) await this.#takeBatch(batch)
  }

  async #takeBatch({ lines, read }: ReadBatch): Promise<void> {
    const load = this.#load
    if (load !== undefined && read !== undefined && this.#isUsual(load, read.facts)) {
      await this.#flush()
      this.#line += lines.length
      this.#crossCheck.takeFacts(read.facts)
      for (const [kind, rows] of Object.entries(read.facts.kinds) as [LedgerRowKind, number][]) {
        this.#counts[kind] = (this.#counts[kind] ?? 0) + rows
      }
      await this.#write(`it or one of the ${lines.length} lines before`, () => load.putAside(read))
      await this.#giveWay()
      return
    }
    read?.leave()
    for (const line of lines) await this.#takeLine(line)
  }

  /** Whether there is nothing to say of lines but that they are there. */
  #isUsual(load: LoadRows, facts: ExportFacts): boolean {
    return this.#end === undefined && load.areFirst(facts) && this.#checksum.fits(facts.hashes, facts.checksums)
  }

  async #takeLine(given: unknown): Promise<void> {
    this.#line++
    if (typeof given === 'string' && given.trim() === '') return
    const value = this.#parse(() =>
      typeof given === 'string' ? parseJson(this.#line === 1 ? withoutMark(given) : given) : given,
    )
    if (this.#header === undefined) {
      this.#header = this.#readHeader(value)
      return
    }
    if (this.#end !== undefined)
      throw this.#damaged('it follows the end; these are two exports, or lines in another order')
    if (kindOf(value) === 'utpid-export') throw this.#damaged('it begins another export; restore one at a time')
    const content = this.#checkedContent(value)
    if (kindOf(content) === 'end') {
      this.#end = this.#parse(() => parseExportEnd(content))
      this.#checkCounts(this.#end)
      return
    }
    const row = this.#parse(() => parseExportedRow(content))
    this.#counts[row.kind] = (this.#counts[row.kind] ?? 0) + 1
    if (row.kind === 'scoring') {
      this.#scorings.push(row.row)
      return
    }
    // One that ended and was never told of needs nothing.
    if (this.#load === undefined || row.kind !== 'ended' || this.#crossCheck.hasProduct(row.product)) {
      this.#batch.push(row)
    }
    this.#crossCheck.take(row)
    if (this.#batch.length === ROWS_PER_BATCH) await this.#flush()
  }

  async finish(): Promise<RestoreReport> {
    await this.#takeAhead()
    const header = this.#header
    if (header === undefined) {
      throw new RegistryError('export_damaged', 'The export is empty: it has not even a first line.')
    }
    if (this.#end === undefined) {
      throw new RegistryError(
        'export_damaged',
        `The export breaks off after line ${this.#line}: its last line, which says how much there must be, is missing. Export again, or copy the file again.`,
        { details: { line: this.#line } },
      )
    }
    await this.#flush()
    const contradiction = this.#crossCheck.contradiction()
    if (contradiction !== undefined) {
      throw new RegistryError(
        'export_damaged',
        `The lines of the export contradict each other: ${contradiction}. Export again, or restore an older export.`,
        { details: { line: this.#line, reason: contradiction } },
      )
    }
    if (this.#load !== undefined) await this.#writeLate(this.#load)
    const { change } = await this.#storage.ledger.head()
    await this.#storage.continueAfter(Math.max(change, this.#end.change))
    if (header.scoring !== undefined) await this.#storage.setScoring(header.scoring, this.#scorings)
    // Last, since by it a registry is known as whole.
    await this.#storage.setIndexVersion(header.indexVersion)
    return { header, change: this.#end.change, rows: this.#counts }
  }

  async #flush(): Promise<void> {
    const rows = this.#batch
    if (rows.length === 0) return
    this.#batch = []
    await this.#write(`it or one of the ${rows.length} lines before`, () =>
      this.#load === undefined ? this.#mirror(rows) : this.#load.put(rows),
    )
    await this.#giveWay()
  }

  async #giveWay(): Promise<void> {
    const { onProgress, yield: giveWay = yieldToPromises } = this.#options
    if (this.#header !== undefined)
      onProgress?.({ lines: this.#line, records: this.#counts.record ?? 0, header: this.#header })
    await giveWay()
  }

  async #writeLate(load: LoadRows): Promise<void> {
    await this.#write('it or one of the lines before', async () => {
      await this.#mirror(await this.#stoppable(load, () => load.finish()))
    })
  }

  /** The last step of a load takes long. */
  async #stoppable<T>(load: LoadRows, work: () => Promise<T>): Promise<T> {
    const { signal } = this.#options
    const stop = (): void => void load.abandon().catch(() => undefined)
    signal?.addEventListener?.('abort', stop)
    try {
      return await work()
    } catch (error) {
      // What it says is only that it was stopped.
      checkSignal(signal)
      throw error
    } finally {
      signal?.removeEventListener?.('abort', stop)
    }
  }

  #mirror(rows: readonly LedgerRow[]): Promise<void> {
    const { clock = systemClock } = this.#options
    return mirrorRows(this.#storage.ledger, rows, new Date(clock()).toISOString())
  }

  async #write(what: string, write: () => Promise<void>): Promise<void> {
    try {
      await write()
    } catch (error) {
      const contradicts =
        error instanceof RegistryError && ['supplier_code_taken', 'validation_failed'].includes(error.code)
      if (!contradicts) throw error
      throw this.#damaged(`${what} contradicts the others (${error.message})`, error)
    }
  }

  #readHeader(value: unknown): ExportHeader {
    if (kindOf(value) !== 'utpid-export') {
      throw this.#damaged('an export begins with a line of kind "utpid-export"; is this the file of an export?')
    }
    // The checksum of a first line is made alike in all formats, so that damage is not taken for a newer one.
    const content = this.#checkedContent(value)
    const { format } = content as { format?: unknown }
    if (typeof format === 'number' && format > EXPORT_FORMAT) {
      throw new RegistryError(
        'storage_version',
        `The export is of format ${format}; this version of utpid reads format ${EXPORT_FORMAT}. Upgrade utpid to restore it.`,
      )
    }
    return this.#parse(() => parseExportHeader(content))
  }

  /** What a line says, when it is as it was written and follows what it followed. */
  #checkedContent(value: unknown): object {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw this.#damaged('it is no JSON object')
    const { checksum, ...content } = value as { readonly checksum?: unknown }
    if (checksum === undefined) throw this.#damaged('it has no checksum')
    if (this.#parse(() => checksumOf(this.#checksum, content)) === checksum) return content
    throw this.#damaged(
      'its checksum does not fit: it was changed, or the line before it is missing, twice, or in another place',
    )
  }

  #checkCounts({ rows, change }: ExportEnd): void {
    for (const kind of new Set([...Object.keys(rows), ...Object.keys(this.#counts)]) as Set<LedgerRowKind>) {
      const [said, found] = [rows[kind] ?? 0, this.#counts[kind] ?? 0]
      if (said !== found)
        throw this.#damaged(`it says that ${said} lines of kind "${kind}" were written, but there are ${found}`)
    }
    if (change < (this.#header?.change ?? 0)) throw this.#damaged('it ends at an earlier change than it began with')
  }

  #parse<T>(parse: () => T): T {
    try {
      return parse()
    } catch (error) {
      throw error instanceof ExportProblem ? this.#damaged(error.message, error) : error
    }
  }

  #damaged(reason: string, cause?: unknown): RegistryError {
    return new RegistryError(
      'export_damaged',
      `Line ${this.#line} of the export is not what was written: ${reason}. Export again, or copy the file again.`,
      { details: { line: this.#line, reason }, ...(cause === undefined ? {} : { cause }) },
    )
  }
}

function kindOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined
}

/** Some tools set a byte order mark before the first line. */
function withoutMark(line: string): string {
  return line.startsWith('\uFEFF') ? line.slice(1) : line
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new ExportProblem('it is not JSON')
  }
}

function checksumOf(checksum: ExportChecksum, content: object): string {
  try {
    return checksum.of(content)
  } catch (error) {
    throw new ExportProblem('it is nested too deeply', { cause: error })
  }
}

async function checkEmpty({ ledger }: Storage): Promise<void> {
  const { change, indexVersion } = await ledger.head()
  if (change === 0 && indexVersion === undefined) return
  throw new RegistryError(
    'storage_not_empty',
    indexVersion === undefined
      ? 'The storage holds a part of another restore. Delete it and restore into a new one.'
      : 'The storage holds a registry already. Restore into a new, empty one.',
  )
}
