import { realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { RegistryError } from '@utpid/core'
import {
  checkRange,
  checkReadKeys,
  checkWrites,
  defined,
  type KeyRange,
  type RowName,
  type RowStore,
  type RowTables,
  type RowWrite,
  rangeBounds,
  type StoredRow,
  type TableOf,
  WriteListeners,
} from '@utpid/core/storage'
import { open, type RootDatabase } from 'lmdb'
import { makeFolder, SERVICE_FOLDER, syncFolder } from '../folder/registry-folder.ts'
import { commitFailure } from '../folder/storage-failure.ts'
import { ProcessLock } from '../lock/process-lock.ts'
import { checkLedgerFile, hasValidStart, makeReadersFile } from '../pages/ledger-file.ts'
import { decodeJson, encodeJson } from '../rows/row-encoding.ts'
import { ChecksummedTable } from '../tables/checksummed-table.ts'

const FILE = 'service.lmdb'
/**
 * The maximum file size for a check of all pages on opening, in bytes. A larger file contains months of logs, and its
 * check would delay the start of a service.
 */
const MAX_CHECKED_BYTES = 134_217_728
const BINARY = { encoding: 'binary', keyEncoding: 'binary' } as const

interface StoredValue {
  readonly revision: number
  readonly row: unknown
}

/**
 * Opens or creates the store of a service in the folder of a registry. Only one process can open the store at a time;
 * another process may have the registry open.
 *
 * @param folder - The folder of the registry.
 * @param tables - The `SERVICE_TABLES` of `@utpid/service`.
 * @throws the errors of `openDurableStorage`.
 */
export function openDurableServiceStore<Rows extends object>(
  folder: string,
  tables: RowTables<Rows>,
): Promise<RowStore<Rows>> {
  return durableServiceStore(folder, tables, MAX_CHECKED_BYTES)
}

/** Opens a store like {@link openDurableServiceStore}, but with another limit for the check of all pages, for tests. */
export async function durableServiceStore<Rows extends object>(
  folder: string,
  tables: RowTables<Rows>,
  maxCheckedBytes: number,
): Promise<RowStore<Rows>> {
  await makeFolder(join(folder, SERVICE_FOLDER))
  const path = await realpath(join(folder, SERVICE_FOLDER))
  const lock = await ProcessLock.take(path).catch(async (error: unknown) => {
    throw await commitFailure(error, path)
  })
  try {
    const file = join(path, FILE)
    await checkFile(file, tables.names, maxCheckedBytes)
    await makeReadersFile(file)
    const root = open<Buffer, Buffer>({
      path: file,
      ...BINARY,
      noSubdir: true,
      maxDbs: tables.names.length,
      overlappingSync: false,
      eventTurnBatching: false,
    })
    await syncFolder(path)
    return new DurableServiceStore(path, tables, root, lock)
  } catch (error) {
    const failure = await commitFailure(error, path)
    await lock.release()
    throw failure
  }
}

/**
 * Checks all of a small file, and only the start and length of a large file. The rows of a large file are checked on
 * reading.
 */
async function checkFile(file: string, tables: readonly string[], maxCheckedBytes: number): Promise<void> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  )
  if (size <= maxCheckedBytes || !(await hasValidStart(file))) await checkLedgerFile(file, tables)
}

class DurableServiceStore<Rows extends object> implements RowStore<Rows> {
  readonly isShared = false
  readonly #folder: string
  readonly #root: RootDatabase<Buffer, Buffer>
  readonly #lock: ProcessLock
  readonly #tables: ReadonlyMap<TableOf<Rows>, ChecksummedTable>
  readonly #watched: ReadonlySet<TableOf<Rows>>
  readonly #listeners = new WriteListeners<Rows>()
  #closed: Promise<void> | undefined

  constructor(
    folder: string,
    { names, watched }: RowTables<Rows>,
    root: RootDatabase<Buffer, Buffer>,
    lock: ProcessLock,
  ) {
    this.#folder = folder
    this.#watched = watched
    this.#root = root
    this.#lock = lock
    this.#tables = root.transactionSync(
      () =>
        new Map(
          names.map((name) => [name, new ChecksummedTable(name, root.openDB<Buffer, Buffer>({ name, ...BINARY }))]),
        ),
    )
  }

  async read<Table extends TableOf<Rows>>(
    name: Table,
    keys: readonly string[],
  ): Promise<(StoredRow<Rows[Table]> | undefined)[]> {
    checkReadKeys(keys)
    const table = this.#table(name)
    return keys.map((key) => {
      const held = storedValue(table, name, key)
      return held === undefined ? undefined : { key, revision: held.revision, row: held.row as Rows[Table] }
    })
  }

  async range<Table extends TableOf<Rows>>(name: Table, range: KeyRange): Promise<StoredRow<Rows[Table]>[]> {
    checkRange(range)
    const table = this.#table(name)
    return this.#keysOf(table, range).map((key) => {
      const { revision, row } = storedValue(table, name, key) as StoredValue
      return { key, revision, row: row as Rows[Table] }
    })
  }

  async write(writes: readonly RowWrite<Rows>[]): Promise<RowName<Rows> | undefined> {
    checkWrites(writes)
    // Encodes all rows first, so that an invalid row fails before any write.
    const rows = writes.map(({ table, key, row }) => ({
      table: this.#table(table),
      key: bytesOf(key),
      bytes: row === undefined ? undefined : encodeJson({ revision: newRevision(), row } satisfies StoredValue),
    }))
    const put = (): void => {
      for (const { table, key, bytes } of rows) {
        // Ignores these promises: the transaction settles them.
        if (bytes === undefined) void table.remove(key)
        else void table.put(key, bytes)
      }
    }
    const checkAndPut = (): RowName<Rows> | undefined => {
      for (const { table, key, expect } of writes) {
        if (expect === undefined) continue
        if ((storedValue(this.#table(table), table, key)?.revision ?? 'absent') !== expect) return { table, key }
      }
      put()
      return undefined
    }
    // Without preconditions, LMDB's own thread writes, so its page reads from disk block no request.
    const hasPreconditions = writes.some(({ expect }) => expect !== undefined)
    const refused = hasPreconditions ? await this.#transaction(checkAndPut) : await this.#batch(put)
    if (refused === undefined) {
      for (const { table, key } of writes) if (this.#watched.has(table)) this.#listeners.notify({ table, key })
    }
    return refused
  }

  async deleteRange(name: TableOf<Rows>, range: KeyRange): Promise<number> {
    checkRange(range)
    const table = this.#table(name)
    return await this.#transaction(() => {
      const keys = this.#keysOf(table, range)
      for (const key of keys) table.remove(bytesOf(key))
      return keys.length
    })
  }

  onWrite(listener: (row: RowName<Rows> | undefined) => void): () => void {
    return this.#listeners.add(listener)
  }

  async readsLatest(): Promise<boolean> {
    return true
  }

  close(): Promise<void> {
    this.#closed ??= this.#root.close().then(() => this.#lock.release())
    return this.#closed
  }

  #keysOf(table: ChecksummedTable, range: KeyRange): string[] {
    const { from, after, before } = rangeBounds(range)
    const first = from ?? after
    const lower = first === undefined ? undefined : bytesOf(first)
    const upper = before === undefined ? undefined : bytesOf(before)
    const { limit } = range
    // Stops a descending range at its first key.
    const found =
      range.descending === true
        ? table.getKeys({
            ...(upper === undefined ? {} : { start: upper, exclusiveStart: true }),
            ...(lower === undefined ? {} : { end: lower, inclusiveEnd: from !== undefined }),
            reverse: true,
            limit,
          })
        : table.getKeys({
            ...(lower === undefined ? {} : { start: lower, exclusiveStart: from === undefined }),
            ...defined({ end: upper }),
            limit,
          })
    return [...found].map((key) => key.toString('latin1'))
  }

  async #batch(put: () => void): Promise<undefined> {
    try {
      await this.#root.batch(put)
    } catch (error) {
      throw await commitFailure(error, this.#folder)
    }
  }

  async #transaction<Result>(work: () => Result): Promise<Result> {
    try {
      return await this.#root.transaction(work)
    } catch (error) {
      throw await commitFailure(error, this.#folder)
    }
  }

  #table(name: TableOf<Rows>): ChecksummedTable {
    if (this.#closed !== undefined) throw new RegistryError('closed', 'This store was closed. Open it again.')
    return this.#tables.get(name) as ChecksummedTable
  }
}

/** Encodes a key, which consists of ASCII characters. */
function bytesOf(key: string): Buffer {
  return Buffer.from(key, 'latin1')
}

function storedValue(table: ChecksummedTable, name: string, key: string): StoredValue | undefined {
  const bytes = table.get(bytesOf(key))
  return bytes === undefined ? undefined : decodeJson<StoredValue>(bytes, () => `Row ${key} of ${name}`)
}

/** Returns a new random number for every write, so that a recreated row gets another revision. */
function newRevision(): number {
  return Math.floor(Math.random() * Number.MAX_SAFE_INTEGER)
}
