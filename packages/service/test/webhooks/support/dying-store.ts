import type { KeyRange, StoredRow } from '@utpid/core/storage'
import type { RowName, RowWrite, ServiceStore } from '../../../src/store/service-store.ts'
import type { ServiceRows, ServiceTable } from '../../../src/store/service-tables.ts'

/** The store of a process that is killed at its n-th call to the store, before or after the call takes effect. */
export class DyingStore implements ServiceStore {
  readonly isShared = true
  readonly #store: ServiceStore
  #callsLeft: number
  readonly #isDone: boolean
  isDead = false

  constructor(store: ServiceStore, callsLeft: number, isDone: boolean) {
    this.#store = store
    this.#callsLeft = callsLeft
    this.#isDone = isDone
  }

  read<Table extends ServiceTable>(
    table: Table,
    keys: readonly string[],
  ): Promise<(StoredRow<ServiceRows[Table]> | undefined)[]> {
    return this.#call(() => this.#store.read(table, keys))
  }

  range<Table extends ServiceTable>(table: Table, range: KeyRange): Promise<StoredRow<ServiceRows[Table]>[]> {
    return this.#call(() => this.#store.range(table, range))
  }

  write(writes: readonly RowWrite[]): Promise<RowName | undefined> {
    return this.#call(() => this.#store.write(writes))
  }

  deleteRange(table: ServiceTable, range: KeyRange): Promise<number> {
    return this.#call(() => this.#store.deleteRange(table, range))
  }

  onWrite(listener: (row: RowName | undefined) => void): () => void {
    return this.#store.onWrite(listener)
  }

  readsLatest(): Promise<boolean> {
    return this.#store.readsLatest()
  }

  async close(): Promise<void> {}

  async #call<Result>(call: () => Promise<Result>): Promise<Result> {
    if (this.isDead) throw new Error('killed')
    if (--this.#callsLeft > 0) return await call()
    this.isDead = true
    if (this.#isDone) await call()
    throw new Error('killed')
  }
}
