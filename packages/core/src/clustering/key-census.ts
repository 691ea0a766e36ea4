import { recordsPerKey } from '../blocking/key-value.ts'
import type { BlockingKey, RecordId } from '../storage/rows.ts'
import type { PendingRecord } from './pending-record.ts'

const NOBODY: readonly RecordId[] = []
const NO_KEYS: ReadonlySet<BlockingKey> = new Set()

/**
 * How many records carry each key before and after a step, so that a key that passes the
 * limit within a batch is judged the same as one that passed it record by record.
 */
export class KeyCensus {
  readonly #indexed = new Map<BlockingKey, number>()
  readonly #left = new Map<BlockingKey, number>()
  readonly #holders = new Map<BlockingKey, RecordId[]>()
  readonly #changed = new Set<BlockingKey>()

  /** @param apart - Keys that are no concern of limits. */
  constructor(pending: readonly PendingRecord[], apart: ReadonlySet<BlockingKey> = NO_KEYS) {
    for (const { row, before } of pending) {
      if (before === undefined) {
        for (const key of row.keys) {
          if (apart.has(key)) continue
          this.#hold(key, row.id)
          this.#changed.add(key)
        }
        continue
      }
      const former = new Set(before.row.keys)
      for (const key of row.keys) {
        if (apart.has(key)) continue
        this.#hold(key, row.id)
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

  #hold(key: BlockingKey, id: RecordId): void {
    const holders = this.#holders.get(key)
    if (holders === undefined) this.#holders.set(key, [id])
    else holders.push(id)
  }

  /** Keys that a record gained or lost in this step. */
  changedKeys(): Iterable<BlockingKey> {
    return this.#changed
  }

  /** Tells how many records the index holds under a key. */
  count(key: BlockingKey, records: number): void {
    this.#indexed.set(key, records)
  }

  isCounted(key: BlockingKey): boolean {
    return this.#indexed.has(key)
  }

  before(key: BlockingKey): number {
    return this.#indexed.get(key) ?? 0
  }

  /** True when the key was answered before the step. */
  wasAnswered(key: BlockingKey): boolean {
    return this.before(key) <= recordsPerKey(key)
  }

  after(key: BlockingKey): number {
    return this.before(key) - (this.#left.get(key) ?? 0) + (this.#holders.get(key)?.length ?? 0)
  }

  /** True when the key is answered after the step. */
  isAnswered(key: BlockingKey): boolean {
    return this.after(key) <= recordsPerKey(key)
  }

  /** Records of the step that carry the key. */
  pendingHolders(key: BlockingKey): readonly RecordId[] {
    return this.#holders.get(key) ?? NOBODY
  }
}
