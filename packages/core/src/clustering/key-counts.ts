import { recordsPerKey } from '../blocking/keys/key-value.ts'
import type { BlockingKey, RecordId } from '../storage/rows.ts'
import type { PendingRecord } from './pending-record.ts'

const NO_RECORDS: readonly RecordId[] = []
const NO_KEYS: ReadonlySet<BlockingKey> = new Set()

/**
 * Counts the records of each key before and after a transaction. So a batch gives the same result as its records one by
 * one, even when a key crosses its limit.
 */
export class KeyCounts {
  readonly #indexed = new Map<BlockingKey, number>()
  readonly #left = new Map<BlockingKey, number>()
  readonly #pendingRecords = new Map<BlockingKey, RecordId[]>()
  readonly #changed = new Set<BlockingKey>()

  /**
   * Creates the counts of a transaction.
   *
   * @param apart - Keys without limits. The records of these keys are not counted.
   */
  constructor(pending: readonly PendingRecord[], apart: ReadonlySet<BlockingKey> = NO_KEYS) {
    for (const { row, before } of pending) {
      if (before === undefined) {
        for (const key of row.keys) {
          if (apart.has(key)) continue
          this.#add(key, row.id)
          this.#changed.add(key)
        }
        continue
      }
      const former = new Set(before.row.keys)
      for (const key of row.keys) {
        if (apart.has(key)) continue
        this.#add(key, row.id)
        if (!former.has(key)) this.#changed.add(key)
      }
      const now = new Set(row.keys)
      for (const key of former) {
        if (apart.has(key)) continue
        this.#left.set(key, (this.#left.get(key) ?? 0) + 1)
        if (!now.has(key)) this.#changed.add(key)
      }
    }
  }

  #add(key: BlockingKey, id: RecordId): void {
    const holders = this.#pendingRecords.get(key)
    if (holders === undefined) this.#pendingRecords.set(key, [id])
    else holders.push(id)
  }

  /** Returns the keys that a record gains or loses in this transaction. */
  changedKeys(): Iterable<BlockingKey> {
    return this.#changed
  }

  /** Sets the number of records that the index has for a key. */
  count(key: BlockingKey, records: number): void {
    this.#indexed.set(key, records)
  }

  isCounted(key: BlockingKey): boolean {
    return this.#indexed.has(key)
  }

  before(key: BlockingKey): number {
    return this.#indexed.get(key) ?? 0
  }

  /** Reports whether the key was within its limit before the transaction. */
  wasWithinLimit(key: BlockingKey): boolean {
    return this.before(key) <= recordsPerKey(key)
  }

  after(key: BlockingKey): number {
    return this.before(key) - (this.#left.get(key) ?? 0) + (this.#pendingRecords.get(key)?.length ?? 0)
  }

  /** Reports whether the key is within its limit after the transaction. */
  isWithinLimit(key: BlockingKey): boolean {
    return this.after(key) <= recordsPerKey(key)
  }

  /** Returns the records of the transaction that have the key. */
  pendingRecordsOf(key: BlockingKey): readonly RecordId[] {
    return this.#pendingRecords.get(key) ?? NO_RECORDS
  }
}
