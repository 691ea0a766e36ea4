import { RegistryError } from '@utpid/core'
import type { Clock } from '@utpid/core/operations'
import { type KeyRange, rowKey, type StoredRow } from '@utpid/core/storage'
import type { RowName, RowWrite, ServiceStore } from './service-store.ts'
import type { ServiceRows, ServiceTable } from './service-tables.ts'

/** Milliseconds between probe writes. */
export const PROBE_MS = 10_000

/** Codes of errors that the caller caused, not the disk or the database. */
const CALLER_ERRORS: ReadonlySet<string> = new Set(['validation_failed', 'closed'])

/** The row of probe writes in `key_uses`. No account has such a key. */
const PROBE_KEY = rowKey('-', 'probe')

/** Whether the store accepts writes, according to the latest writes. */
export interface WriteHealth {
  /** Whether a write has failed since the last successful probe. */
  readonly isFailing: boolean
  /**
   * Tries a write if an earlier write failed, at most once in {@link PROBE_MS}. Reads do not detect a full disk or a
   * database that became a standby.
   *
   * @throws the error of the last failed write, unless a probe succeeds.
   */
  check(): Promise<void>
}

/** A store that remembers a failed write until a probe write succeeds. */
export class WatchedStore implements ServiceStore, WriteHealth {
  readonly #store: ServiceStore
  readonly #clock: Clock
  /** The last failure. Each failure has a new object. */
  #failure: { readonly error: unknown } | undefined
  #probedAt = Number.NEGATIVE_INFINITY
  #probing: Promise<void> | undefined

  constructor(store: ServiceStore, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  get isShared(): boolean {
    return this.#store.isShared
  }

  get isFailing(): boolean {
    return this.#failure !== undefined
  }

  async check(): Promise<void> {
    if (this.#failure === undefined) return
    const now = this.#clock()
    const isTooEarly = now >= this.#probedAt && now - this.#probedAt < PROBE_MS
    if (this.#probing === undefined && isTooEarly) throw this.#failure.error
    this.#probing ??= this.#probe(now).finally(() => {
      this.#probing = undefined
    })
    await this.#probing
  }

  read<Table extends ServiceTable>(
    table: Table,
    keys: readonly string[],
  ): Promise<(StoredRow<ServiceRows[Table]> | undefined)[]> {
    return this.#store.read(table, keys)
  }

  range<Table extends ServiceTable>(table: Table, range: KeyRange): Promise<StoredRow<ServiceRows[Table]>[]> {
    return this.#store.range(table, range)
  }

  write(writes: readonly RowWrite[]): Promise<RowName | undefined> {
    return this.#tracked(this.#store.write(writes))
  }

  deleteRange(table: ServiceTable, range: KeyRange): Promise<number> {
    return this.#tracked(this.#store.deleteRange(table, range))
  }

  onWrite(listener: (row: RowName | undefined) => void): () => void {
    return this.#store.onWrite(listener)
  }

  readsLatest(): Promise<boolean> {
    return this.#store.readsLatest()
  }

  close(): Promise<void> {
    return this.#store.close()
  }

  async #tracked<Result>(writing: Promise<Result>): Promise<Result> {
    try {
      return await writing
    } catch (error) {
      if (!(error instanceof RegistryError && CALLER_ERRORS.has(error.code))) this.#failure = { error }
      throw error
    }
  }

  async #probe(now: number): Promise<void> {
    this.#probedAt = now
    const before = this.#failure
    // Write the row before deleting it: the delete of a missing row would write nothing to the disk.
    await this.write([{ table: 'key_uses', key: PROBE_KEY, row: { createdAt: new Date(now).toISOString() } }])
    await this.write([{ table: 'key_uses', key: PROBE_KEY, row: undefined }])
    // Keep the failure if another write has failed meanwhile.
    if (this.#failure === before) this.#failure = undefined
  }
}
