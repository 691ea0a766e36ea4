import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { CreateIndexGeneration, IndexGeneration } from '@utpid/adapter-memory/engine'
import { RegistryError } from '@utpid/core'
import type {
  BulkLoad,
  LedgerRow,
  Lifetime,
  LoadProgress,
  LoadTotals,
  ParallelLineReader,
  ParallelLines,
} from '@utpid/core/storage'
import { LOAD_FOLDER, removeLoad } from '../folder/registry-folder.ts'
import { commitFailure } from '../folder/storage-failure.ts'
import { fillOrder } from '../ledger/decision-order.ts'
import type { DurableLedger } from '../ledger/durable-ledger.ts'
import { encodeNumber } from '../rows/row-encoding.ts'
import { nameOf } from '../rows/row-keys.ts'
import { clearTables, HEAD_KEY, type LmdbTables, LOAD_KEY, type TableName } from '../tables/lmdb-tables.ts'
import { LoadThreads } from './load-threads.ts'
import { mergeRuns, type RunRow } from './merge-runs.ts'
import { RowRuns, type Run } from './row-runs.ts'
import { LOAD_CHANGE, StoredRows } from './stored-rows.ts'

/** The number of row bytes per transaction: enough for efficient flushes, few enough to stop a load quickly. */
const BYTES_PER_TRANSACTION = 32 * 1_048_576
/** The maximum time of index building before a pause, in milliseconds. */
const SLICE_MS = 50

/** The parts of a folder that a load fills. */
export interface LoadedFolder {
  readonly folder: string
  readonly lifetime: Lifetime
  readonly tables: LmdbTables
  readonly ledger: DurableLedger
  readonly makeIndex: CreateIndexGeneration
  readonly threads: number
  /** Activates an index with the loaded rows, or an empty index. */
  readonly activate: (index: IndexGeneration, change: number, rows: number) => void
  /** Called at the end: with true if the folder has all loaded rows, with false if it has none. */
  readonly onEnd: (isWhole: boolean) => void
}

/**
 * Fills the tables of an empty folder. It sorts rows in files next to the ledger, then writes table by table in key
 * order, so that it writes each page once. At the end it builds the index from the rows. Until then the ledger is
 * marked as loading, and the next opening would clear the ledger.
 */
export class FolderLoad implements BulkLoad {
  readonly #parts: LoadedFolder
  readonly #runs: RowRuns
  readonly #rows: StoredRows
  readonly #threads: LoadThreads
  readonly lineReader?: ParallelLineReader
  #lastChange = LOAD_CHANGE
  #isOpen = true
  /** The error that lost rows, if any. The load can then only be abandoned. */
  #failure: Error | undefined
  #isWriting = false
  #finishing: Promise<void> | undefined
  #abandoned: Promise<void> | undefined

  constructor(parts: LoadedFolder) {
    this.#parts = parts
    const spool = join(parts.folder, LOAD_FOLDER)
    this.#runs = new RowRuns(spool, '0')
    this.#rows = new StoredRows(this.#runs)
    this.#threads = new LoadThreads(parts.threads, spool)
    if (parts.threads > 0) {
      this.lineReader = { concurrency: this.#threads.atOnce, read: (lines) => this.#readOnThread(lines) }
    }
  }

  async put(rows: readonly LedgerRow[]): Promise<void> {
    await this.#run(async () => {
      for (const row of rows) this.#lastChange = Math.max(this.#lastChange, this.#rows.add(row))
    })
  }

  finish(totals: LoadTotals, onProgress: (progress: LoadProgress) => void = () => undefined): Promise<void> {
    this.#finishing ??= this.#run(() => this.#finish(totals, onProgress))
    return this.#finishing
  }

  abandon(): Promise<void> {
    if (this.#isOpen) this.#abandoned ??= this.#abandon()
    return this.#abandoned ?? Promise.resolve()
  }

  async #finish(totals: LoadTotals, onProgress: (progress: LoadProgress) => void): Promise<void> {
    const { ledger, tables, activate, onEnd } = this.#parts
    this.#rows.addTotals(totals)
    const runs = [...this.#runs.finish(), ...(await this.#threads.finish())]
    const byTable = new Map<TableName, Run[]>()
    for (const run of runs) byTable.set(run.table, [...(byTable.get(run.table) ?? []), run])
    const indexed = (['records', 'products'] as const).flatMap((table) => byTable.get(table) ?? [])
    const progress = new Progress(rowsOf(runs) + rowsOf(indexed), onProgress)
    this.#isWriting = true
    await ledger.writeExclusive(() => tables.table.meta.put(LOAD_KEY, encodeNumber(LOAD_CHANGE)))
    for (const [table, tableRuns] of byTable) await this.#writeTable(table, tableRuns, progress)
    await ledger.writeExclusive(() => fillOrder(tables.table))
    const index = await this.#makeIndex(progress)
    this.#check()
    const change = this.#lastChange
    await ledger.writeExclusive(() => {
      tables.table.meta.put(HEAD_KEY, encodeNumber(change))
      tables.table.meta.remove(LOAD_KEY)
    })
    // Checks again: abandon() clears the tables, and may have been called meanwhile.
    this.#check()
    this.#isOpen = false
    ledger.resetAfterLoad(change)
    activate(index, change, rowsOf(indexed))
    onEnd(true)
    await this.#removeFiles()
  }

  async #writeTable(table: TableName, runs: readonly Run[], progress: Progress): Promise<void> {
    const { ledger, tables } = this.#parts
    const rows = mergeRuns(runs)
    try {
      let last: Buffer | undefined
      for (let isMore = true; isMore; ) {
        this.#check()
        let written = 0
        await ledger.writeExclusive(() => {
          for (let bytes = 0; bytes < BYTES_PER_TRANSACTION && isMore; ) {
            const { done, value: row } = rows.next()
            isMore = done !== true
            if (row === undefined) break
            last = checkedAfter(last, table, row)
            bytes += row.key.length + row.value.length
            written++
            tables.table[table].append(row.key, row.value)
          }
        })
        progress.add(written)
      }
    } finally {
      rows.return()
    }
    for (const path of new Set(runs.map((run) => run.path))) await rm(path, { force: true })
  }

  async #makeIndex(progress: Progress): Promise<IndexGeneration> {
    const { ledger, makeIndex } = this.#parts
    const index = makeIndex()
    const making = index.loading(progress.counted(ledger.indexRecords()), progress.counted(ledger.indexProducts()))
    for (let isMore = true; isMore; ) {
      this.#check()
      const until = performance.now() + SLICE_MS
      while (isMore && performance.now() < until) isMore = making.next().done !== true
      progress.report()
      await setImmediate()
    }
    return index
  }

  async #readOnThread(lines: readonly string[]): Promise<ParallelLines | undefined> {
    if (!this.#isOpen) return undefined
    const read = await this.#threads.read(lines)
    if (read === undefined) return undefined
    return {
      facts: read.facts,
      put: () =>
        this.#run(async () => {
          this.#lastChange = Math.max(this.#lastChange, read.lastChange)
          read.take()
        }),
      drop: () => read.drop(),
    }
  }

  async #abandon(): Promise<void> {
    this.#isOpen = false
    const { ledger, tables, makeIndex, activate, onEnd } = this.#parts
    await this.#threads.end()
    await this.#finishing?.catch(() => undefined)
    // Deletes the files first: on a full disk, clearing the tables may need that space.
    await this.#removeFiles()
    if (!this.#isWriting) return onEnd(true)
    try {
      await ledger.writeExclusive(() => clearTables(tables))
      ledger.resetAfterLoad(0)
      activate(makeIndex(), 0, 0)
      onEnd(true)
    } catch {
      // Reports failure; the next load or opening clears the folder.
      onEnd(false)
    }
  }

  /** Deletes the files of the load. The next load or opening deletes leftover files. */
  async #removeFiles(): Promise<void> {
    try {
      this.#runs.close()
    } finally {
      await removeLoad(this.#parts.folder).catch(() => undefined)
    }
  }

  async #run(work: () => Promise<void>): Promise<void> {
    this.#check()
    if (this.#failure !== undefined) throw this.#failure
    try {
      this.#threads.check()
      await work()
    } catch (error) {
      // Reports a row that JSON cannot represent as an error of the caller.
      this.#failure = error instanceof TypeError ? error : await commitFailure(error, this.#parts.folder)
      throw this.#failure
    }
  }

  #check(): void {
    this.#parts.lifetime.check()
    if (!this.#isOpen) throw new RegistryError('validation_failed', 'This load has ended; start a new one.')
  }
}

class Progress {
  readonly #all: number
  readonly #onProgress: (progress: LoadProgress) => void
  #done = 0

  constructor(all: number, onProgress: (progress: LoadProgress) => void) {
    this.#all = all
    this.#onProgress = onProgress
  }

  add(rows: number): void {
    this.#done += rows
    this.report()
  }

  report(): void {
    this.#onProgress({ done: this.#done, all: this.#all })
  }

  /** Counts rows as the consumer reads them, without reporting progress. */
  *counted<Row>(rows: Iterable<Row>): Generator<Row, void> {
    for (const row of rows) {
      this.#done++
      yield row
    }
  }
}

function rowsOf(runs: readonly Run[]): number {
  return runs.reduce((sum, { rows }) => sum + rows, 0)
}

/** @returns a copy of the row's key, after checking that it follows the last key. */
function checkedAfter(last: Buffer | undefined, table: TableName, { key }: RunRow): Buffer {
  if (last === undefined || last.length !== key.length || !last.equals(key)) return Buffer.from(key)
  throw new RegistryError(
    'supplier_code_taken',
    `Two rows of table "${table}" have the same record, product or code (${nameOf(key)}): the rows are not from one registry.`,
  )
}
