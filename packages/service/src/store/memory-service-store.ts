import { RegistryError } from '@utpid/core'
import {
  checkRange,
  checkReadKeys,
  checkWrites,
  type KeyRange,
  rangeBounds,
  type StoredRow,
  WriteListeners,
} from '@utpid/core/storage'
import type { RowName, RowWrite, ServiceStore } from './service-store.ts'
import { SERVICE_TABLES, type ServiceRows, type ServiceTable } from './service-tables.ts'
import { SortedRows } from './sorted-rows.ts'

interface StoredText {
  readonly revision: number
  readonly text: string
}

/** A non-persistent store, for a registry in memory and for tests. */
export class MemoryServiceStore implements ServiceStore {
  readonly isShared = false
  readonly #tables: ReadonlyMap<ServiceTable, SortedRows<StoredText>> = new Map(
    SERVICE_TABLES.names.map((name) => [name, new SortedRows<StoredText>()]),
  )
  readonly #listeners = new WriteListeners<ServiceRows>()
  #revision = 0
  #isClosed = false

  async read<Table extends ServiceTable>(
    table: Table,
    keys: readonly string[],
  ): Promise<(StoredRow<ServiceRows[Table]> | undefined)[]> {
    checkReadKeys(keys)
    const rows = this.#rows(table)
    return keys.map((key) => {
      const stored = rows.get(key)
      return stored === undefined ? undefined : storedRow(key, stored)
    })
  }

  async range<Table extends ServiceTable>(table: Table, range: KeyRange): Promise<StoredRow<ServiceRows[Table]>[]> {
    checkRange(range)
    const rows = this.#rows(table)
    const keys = rows.between(rangeBounds(range), range.limit, range.descending === true)
    return keys.map((key) => storedRow(key, rows.get(key) as StoredText))
  }

  async write(writes: readonly RowWrite[]): Promise<RowName | undefined> {
    checkWrites(writes)
    // Serialize first, so that a row that cannot be serialized is rejected before any write.
    const texts = writes.map(({ row }) => (row === undefined ? undefined : JSON.stringify(row)))
    for (const { table, key, expect } of writes) {
      if (expect === undefined) continue
      const stored = this.#rows(table).get(key)
      if ((stored?.revision ?? 'absent') !== expect) return { table, key }
    }
    for (const [at, { table, key }] of writes.entries()) {
      const text = texts[at]
      if (text === undefined) this.#rows(table).delete(key)
      else this.#rows(table).set(key, { revision: ++this.#revision, text })
    }
    for (const { table, key } of writes) if (SERVICE_TABLES.watched.has(table)) this.#listeners.notify({ table, key })
    return undefined
  }

  async deleteRange(table: ServiceTable, range: KeyRange): Promise<number> {
    checkRange(range)
    const rows = this.#rows(table)
    const keys = rows.between(rangeBounds(range), range.limit, range.descending === true)
    for (const key of keys) rows.delete(key)
    return keys.length
  }

  onWrite(listener: (row: RowName | undefined) => void): () => void {
    return this.#listeners.add(listener)
  }

  async readsLatest(): Promise<boolean> {
    return true
  }

  async close(): Promise<void> {
    this.#isClosed = true
  }

  #rows(table: ServiceTable): SortedRows<StoredText> {
    if (this.#isClosed) throw new RegistryError('closed', 'This store is closed; open it again.')
    return this.#tables.get(table) as SortedRows<StoredText>
  }
}

function storedRow<Row>(key: string, { revision, text }: StoredText): StoredRow<Row> {
  return { key, revision, row: JSON.parse(text) as Row }
}
