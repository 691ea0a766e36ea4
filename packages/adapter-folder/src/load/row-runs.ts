import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { TableName } from '../tables/lmdb-tables.ts'
import { RowBuffer } from './gathered-rows.ts'
import type { StoredRowSink } from './stored-rows.ts'

/** Rows of one table, stored consecutively in a file in key order. */
export interface Run {
  readonly table: TableName
  readonly path: string
  /** The position of the first byte. */
  readonly start: number
  readonly end: number
  readonly rows: number
}

/** The maximum number of row bytes in memory before they are written. */
const MAX_BUFFERED_BYTES = 64 * 1_048_576

interface TableFile {
  readonly path: string
  readonly file: number
  end: number
}

/** Sorts rows that do not fit into memory: writes the rows to files as sorted runs. */
export class RowRuns implements StoredRowSink {
  readonly #folder: string
  readonly #owner: string
  readonly #maxBytes: number
  readonly #buffers = new Map<TableName, RowBuffer>()
  readonly #files = new Map<TableName, TableFile>()
  readonly #runs: Run[] = []
  #bytes = 0

  /**
   * @param folder - Created if missing.
   * @param owner - A part of the file names, so that several writers can share the folder.
   */
  constructor(folder: string, owner: string, maxBytes: number = MAX_BUFFERED_BYTES) {
    this.#folder = folder
    this.#owner = owner
    this.#maxBytes = maxBytes
  }

  put(table: TableName, key: Buffer, value: Buffer): void {
    let gathered = this.#buffers.get(table)
    if (gathered === undefined) {
      gathered = new RowBuffer()
      this.#buffers.set(table, gathered)
    }
    const before = gathered.bytes
    gathered.add(key, value)
    this.#bytes += gathered.bytes - before
    if (this.#bytes >= this.#maxBytes) this.#write()
  }

  /** Writes the remaining rows. @returns all runs. No rows can be added afterwards. */
  finish(): readonly Run[] {
    this.#write()
    this.close()
    return this.#runs
  }

  /** Closes the files without deleting them. */
  close(): void {
    for (const { file } of this.#files.values()) closeSync(file)
    this.#files.clear()
  }

  #write(): void {
    for (const [table, gathered] of this.#buffers) {
      if (gathered.count === 0) continue
      const into = this.#fileOf(table)
      const rows = gathered.count
      const start = into.end
      into.end += gathered.write(into.file, start)
      this.#runs.push({ table, path: into.path, start, end: into.end, rows })
    }
    this.#bytes = 0
  }

  #fileOf(table: TableName): TableFile {
    let into = this.#files.get(table)
    if (into === undefined) {
      mkdirSync(this.#folder, { recursive: true })
      const path = join(this.#folder, `${table}-${this.#owner}`)
      into = { path, file: openSync(path, 'w'), end: 0 }
      this.#files.set(table, into)
    }
    return into
  }
}
