import { LIMITS } from '../../model/limits.ts'
import { RegistryError } from '../../model/registry-error.ts'
import {
  type AbortSignalLike,
  type Clock,
  systemClock,
  type Yield,
  yieldToPromises,
} from '../../runtime/environment.ts'
import type { BulkLoad, ExportFacts, LoadProgress } from '../../storage/bulk-load.ts'
import type { LedgerRow, LedgerRowKind } from '../../storage/ledger-row.ts'
import type { ChangeNumber, ModelVersionRow } from '../../storage/rows.ts'
import type { Storage } from '../../storage/storage.ts'
import { checkSignal } from '../context/check-signal.ts'
import { LoadRows } from '../copy/load-rows.ts'
import { writeRows } from '../copy/write-rows.ts'
import { ExportCrossCheck } from './export-cross-check.ts'
import { type ExportEnd, type ExportHeader, parseExportEnd, parseExportHeader } from './export-format.ts'
import { type ExportForm, ExportLineReader } from './export-line-reader.ts'
import { LinesAhead, type ReadBatch } from './lines-ahead.ts'

/** The options of `restoreRegistry`. */
export interface RestoreOptions {
  readonly signal?: AbortSignalLike
  /** A callback with the progress, called after each batch of lines. */
  readonly onProgress?: (progress: RestoreProgress) => void
  /** A function that returns milliseconds since 1970. Default: the system clock. */
  readonly clock?: Clock
  /** A function that lets other tasks run between batches. Default: a resolved promise. */
  readonly yield?: Yield
}

/** The progress of a restore. */
export interface RestoreProgress {
  /** The number of lines read so far. */
  readonly lines: number
  /** The number of lines with a record. The expected number is `header.records`. */
  readonly records: number
  readonly header: ExportHeader
  /** The progress of writing. Present after all lines are read. */
  readonly writing?: LoadProgress
}

/** The result of a restore. */
export interface RestoreReport {
  readonly header: ExportHeader
  /** The change of the exported registry whose state the restored registry has. */
  readonly change: ChangeNumber
  /** The number of rows read, by kind. */
  readonly rows: Readonly<Partial<Record<LedgerRowKind, number>>>
}

const ROWS_PER_BATCH = LIMITS.recordsPerCommit

/**
 * Fills an empty storage with an export. Afterwards, open a registry on the storage. The change numbers continue after
 * the last change of the exported registry, and the change feed starts there.
 *
 * After a failure, a storage with bulk load is empty, or the next attempt clears the storage. A storage without bulk
 * load keeps the written rows, and no registry can open it: restore into another empty storage.
 *
 * @param rows - The lines of an export in order, as text or as parsed JSON.
 * @throws RegistryError `storage_not_empty`; `export_damaged`, with the line and the reason in `details`;
 *   `storage_version` for the format of a newer utpid; `aborted`; any error of the storage.
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

const EXPORT_FORM: ExportForm<ExportHeader, ExportEnd> = {
  kind: 'utpid-export',
  name: 'export',
  adviceByKind: { 'utpid-delta': 'this is a delta; open its registry package and apply it there' },
  header: parseExportHeader,
  end: parseExportEnd,
}

/** A restore in progress. */
class Restore {
  readonly #storage: Storage
  readonly #options: RestoreOptions
  readonly #lines: ExportLineReader<ExportHeader, ExportEnd> = new ExportLineReader(EXPORT_FORM)
  readonly #crossCheck = new ExportCrossCheck()
  readonly #load: LoadRows | undefined
  #batch: LedgerRow[] = []
  readonly #modelVersions: ModelVersionRow[] = []
  readonly #ahead: LinesAhead | undefined

  constructor(storage: Storage, options: RestoreOptions, load: BulkLoad | undefined) {
    this.#storage = storage
    this.#options = options
    this.#load = load === undefined ? undefined : new LoadRows(load)
    this.#ahead = load?.lineReader === undefined ? undefined : new LinesAhead(load.lineReader)
  }

  async take(given: unknown): Promise<void> {
    if (this.#ahead === undefined || this.#lines.header === undefined) return await this.#takeLine(given)
    if (typeof given === 'string') {
      const due = this.#ahead.add(given)
      if (due !== undefined) await this.#takeBatch(await due)
      return
    }
    await this.#takeAhead()
    await this.#takeLine(given)
  }

  /** Loads all batches that workers are still parsing or that are still incomplete. */
  async #takeAhead(): Promise<void> {
    if (this.#ahead === undefined) return
    for await (const batch of this.#ahead.rest()) {
      checkSignal(this.#options.signal)
      await this.#takeBatch(batch)
    }
  }

  async #takeBatch({ lines, read }: ReadBatch): Promise<void> {
    const load = this.#load
    if (load !== undefined && read !== undefined && this.#isUndamagedAndNew(load, read.facts)) {
      await this.#flush()
      this.#lines.countPassed(lines.length, read.facts.kinds)
      this.#crossCheck.takeFacts(read.facts)
      await this.#write(`it or one of the ${lines.length} lines before`, () => load.putAside(read))
      await this.#reportAndYield()
      return
    }
    read?.drop()
    for (const line of lines) await this.#takeLine(line)
  }

  /** Reports whether some lines have no damage and no key that was read before. */
  #isUndamagedAndNew(load: LoadRows, facts: ExportFacts): boolean {
    return load.areNew(facts) && this.#lines.follow(facts.hashes, facts.checksums)
  }

  async #takeLine(given: unknown): Promise<void> {
    const content = this.#lines.read(given)
    if (content === undefined || content.kind === 'utpid-export' || content.kind === 'end') return
    if (content.kind === 'modelVersion') {
      this.#modelVersions.push(content.row)
      return
    }
    this.#batch.push(content)
    this.#crossCheck.take(content)
    if (this.#batch.length === ROWS_PER_BATCH) await this.#flush()
  }

  async finish(): Promise<RestoreReport> {
    await this.#takeAhead()
    const { header, end } = this.#lines.finish()
    await this.#flush()
    const contradiction = this.#crossCheck.contradiction()
    if (contradiction !== undefined) {
      throw new RegistryError(
        'export_damaged',
        `The lines of the export contradict each other: ${contradiction}. Export again, or restore an older export.`,
        { details: { line: this.#lines.line, reason: contradiction } },
      )
    }
    if (this.#load !== undefined) await this.#writeRepeated(this.#load)
    const { change } = await this.#storage.ledger.head()
    await this.#storage.setNextChange(Math.max(change, end.change))
    if (header.modelVersion !== undefined) await this.#storage.setModelVersion(header.modelVersion, this.#modelVersions)
    // This code writes the index version last, since it marks the registry as complete.
    await this.#storage.setIndexVersion(header.indexVersion)
    return { header, change: end.change, rows: this.#lines.counts }
  }

  async #flush(): Promise<void> {
    const rows = this.#batch
    if (rows.length === 0) return
    this.#batch = []
    await this.#write(`it or one of the ${rows.length} lines before`, () =>
      this.#load === undefined ? this.#writeRows(rows) : this.#load.put(rows),
    )
    await this.#reportAndYield()
  }

  async #reportAndYield(): Promise<void> {
    const { yield: yieldNow = yieldToPromises } = this.#options
    this.#reportProgress()
    await yieldNow()
  }

  #reportProgress(writing?: LoadProgress): void {
    const { header, line: lines, counts } = this.#lines
    if (header === undefined) return
    const read = { lines, records: counts.record ?? 0, header }
    this.#options.onProgress?.(writing === undefined ? read : { ...read, writing })
  }

  async #writeRepeated(load: LoadRows): Promise<void> {
    await this.#write('it or one of the lines before', async () => {
      await this.#writeRows(await this.#withAbort(load, () => load.finish((writing) => this.#reportProgress(writing))))
    })
  }

  /** Runs the last phase of a load with a check for aborts, because this phase is long. */
  async #withAbort<T>(load: LoadRows, work: () => Promise<T>): Promise<T> {
    const { signal } = this.#options
    const stop = (): void => void load.abandon().catch(() => undefined)
    signal?.addEventListener?.('abort', stop)
    try {
      checkSignal(signal)
      return await work()
    } catch (error) {
      // The error of the load says only that the load was stopped. This check reports the abort.
      checkSignal(signal)
      throw error
    } finally {
      signal?.removeEventListener?.('abort', stop)
    }
  }

  #writeRows(rows: readonly LedgerRow[]): Promise<void> {
    const { clock = systemClock } = this.#options
    return writeRows(this.#storage.ledger, rows, new Date(clock()).toISOString())
  }

  async #write(what: string, write: () => Promise<void>): Promise<void> {
    try {
      await write()
    } catch (error) {
      const contradicts =
        error instanceof RegistryError && ['supplier_code_taken', 'validation_failed'].includes(error.code)
      if (!contradicts) throw error
      throw this.#lines.damaged(`${what} contradicts the others (${error.message})`, error)
    }
  }
}

async function checkEmpty({ ledger }: Storage): Promise<void> {
  const { change, indexVersion } = await ledger.head()
  if (change === 0 && indexVersion === undefined) return
  throw new RegistryError(
    'storage_not_empty',
    indexVersion === undefined
      ? 'The storage contains an unfinished restore. Delete it and restore into a new one.'
      : 'The storage holds a registry already. Restore into a new, empty one.',
  )
}
