import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { IndexGeneration, MakeIndexGeneration } from '@utpid/adapter-memory/engine'
import {
  type BulkLoad,
  type LedgerRow,
  type LinesAside,
  type LoadProgress,
  type LoadTotals,
  type ReadAside,
  RegistryError,
} from '@utpid/core'
import type { Lifetime } from '@utpid/core/adapter'
import { LOAD_FOLDER, removeLoad } from '../folder/registry-folder.ts'
import { commitFailure } from '../folder/storage-failure.ts'
import type { DurableLedger } from '../ledger/durable-ledger.ts'
import { encodeNumber } from '../rows/row-encoding.ts'
import { nameOf } from '../rows/row-keys.ts'
import { clearTables, HEAD_KEY, type LmdbTables, LOAD_KEY, type TableName } from '../tables/lmdb-tables.ts'
import { LoadThreads } from './load-threads.ts'
import { mergeRuns, type RunRow } from './merge-runs.ts'
import { RowRuns, type Run } from './row-runs.ts'
import { LOAD_CHANGE, StoredRows } from './stored-rows.ts'

/** So many bytes of rows are one transaction: many are flushed at once, and whoever stops it does not wait long. */
const BYTES_PER_TRANSACTION = 32 * 1_048_576
/** The index is made for so many milliseconds before others may run. */
const SLICE_MS = 50

/** What a load fills. */
export interface LoadedFolder {
  readonly folder: string
  readonly lifetime: Lifetime
  readonly tables: LmdbTables
  readonly ledger: DurableLedger
  readonly makeIndex: MakeIndexGeneration
  /** So many threads read lines of an export. */
  readonly threads: number
  /** Lets an index serve that holds what was loaded, or nothing. */
  readonly serve: (index: IndexGeneration, change: number, rows: number) => void
  /** Told whether what is there is what was loaded, or nothing. */
  readonly ended: (isWhole: boolean) => void
}

/**
 * Fills the tables of an empty folder: rows are sorted in files beside the ledger, then written table by table in the order
 * of their keys, each page once; the index is made of them in the end. Until then the ledger says that it is being filled,
 * and whoever opens it clears it.
 */
export class FolderLoad implements BulkLoad {
  readonly #parts: LoadedFolder
  readonly #runs: RowRuns
  readonly #rows: StoredRows
  readonly #threads: LoadThreads
  readonly aside?: LinesAside
  #lastChange = LOAD_CHANGE
  #isOpen = true
  /** Something of it is lost: it is of no use but to be abandoned. */
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
      this.aside = { atOnce: this.#threads.atOnce, read: (lines) => this.#readAside(lines) }
    }
  }

  async put(rows: readonly LedgerRow[]): Promise<void> {
    await this.#told(async () => {
      for (const row of rows) this.#lastChange = Math.max(this.#lastChange, this.#rows.add(row))
    })
  }

  finish(totals: LoadTotals, onProgress: (progress: LoadProgress) => void = () => undefined): Promise<void> {
    this.#finishing ??= this.#told(() => this.#finish(totals, onProgress))
    return this.#finishing
  }

  abandon(): Promise<void> {
    if (this.#isOpen) this.#abandoned ??= this.#abandon()
    return this.#abandoned ?? Promise.resolve()
  }

  async #finish(totals: LoadTotals, onProgress: (progress: LoadProgress) => void): Promise<void> {
    const { ledger, tables, serve, ended } = this.#parts
    this.#rows.addTotals(totals)
    const runs = [...this.#runs.finish(), ...(await this.#threads.finish())]
    const byTable = new Map<TableName, Run[]>()
    for (const run of runs) byTable.set(run.table, [...(byTable.get(run.table) ?? []), run])
    const indexed = (['records', 'products'] as const).flatMap((table) => byTable.get(table) ?? [])
    const progress = new Progress(rowsOf(runs) + rowsOf(indexed), onProgress)
    this.#isWriting = true
    await ledger.writeAlone(() => tables.table.meta.put(LOAD_KEY, encodeNumber(LOAD_CHANGE)))
    for (const [table, those] of byTable) await this.#writeTable(table, those, progress)
    const index = await this.#makeIndex(progress)
    this.#check()
    const change = this.#lastChange
    await ledger.writeAlone(() => {
      tables.table.meta.put(HEAD_KEY, encodeNumber(change))
      tables.table.meta.remove(LOAD_KEY)
    })
    // Whoever abandoned it meanwhile clears it now.
    this.#check()
    this.#isOpen = false
    ledger.wasLoaded(change)
    serve(index, change, rowsOf(indexed))
    ended(true)
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
        await ledger.writeAlone(() => {
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
      progress.tell()
      await setImmediate()
    }
    return index
  }

  async #readAside(lines: readonly string[]): Promise<ReadAside | undefined> {
    if (!this.#isOpen) return undefined
    const read = await this.#threads.read(lines)
    if (read === undefined) return undefined
    return {
      facts: read.facts,
      put: () =>
        this.#told(async () => {
          this.#lastChange = Math.max(this.#lastChange, read.lastChange)
          read.take()
        }),
      leave: () => read.leave(),
    }
  }

  async #abandon(): Promise<void> {
    this.#isOpen = false
    const { ledger, tables, makeIndex, serve, ended } = this.#parts
    await this.#threads.end()
    await this.#finishing?.catch(() => undefined)
    // First: on a full disk there may be no room for clearing before.
    await this.#removeFiles()
    if (!this.#isWriting) return ended(true)
    try {
      await ledger.writeAlone(() => clearTables(tables))
      ledger.wasLoaded(0)
      serve(makeIndex(), 0, 0)
      ended(true)
    } catch {
      // What cannot be cleared now is cleared by the next load, or by whoever opens it next.
      ended(false)
    }
  }

  /** What is left of them goes with the next load or opening. */
  async #removeFiles(): Promise<void> {
    try {
      this.#runs.close()
    } finally {
      await removeLoad(this.#parts.folder).catch(() => undefined)
    }
  }

  async #told(work: () => Promise<void>): Promise<void> {
    this.#check()
    if (this.#failure !== undefined) throw this.#failure
    try {
      this.#threads.check()
      await work()
    } catch (error) {
      // A row that JSON cannot carry is a mistake in the calling program.
      this.#failure = error instanceof TypeError ? error : await commitFailure(error, this.#parts.folder)
      throw this.#failure
    }
  }

  #check(): void {
    this.#parts.lifetime.check()
    if (!this.#isOpen) throw new RegistryError('validation_failed', 'This load has ended; begin another one.')
  }
}

/** How much of a last step is done, told now and then. */
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
    this.tell()
  }

  tell(): void {
    this.#onProgress({ done: this.#done, all: this.#all })
  }

  /** Counts them as they are taken, and does not tell. */
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

/** @returns the key, which stays as it is. */
function checkedAfter(last: Buffer | undefined, table: TableName, { key }: RunRow): Buffer {
  if (last === undefined || last.length !== key.length || !last.equals(key)) return Buffer.from(key)
  throw new RegistryError(
    'supplier_code_taken',
    `Two rows of table "${table}" are of one record, product or code (${nameOf(key)}): these rows do not come from one registry.`,
  )
}
