import { decodeJson, encodeJson } from '../rows/row-encoding.ts'
import { textKey } from '../rows/row-keys.ts'
import type { ChecksummedTable } from './checksummed-table.ts'
import type { LedgerTable } from './ledger-table.ts'

/** The key in `meta` of the row counts of all other tables. */
const COUNTS_KEY: Buffer = textKey('rows')

/**
 * The row counts of all tables of a ledger, written with every transaction. Opening the file thus detects rows that an
 * otherwise valid file has lost.
 */
export class RowCounts {
  readonly #meta: ChecksummedTable
  readonly #tables: ReadonlyMap<string, ChecksummedTable>
  /** The row counts after the last transaction; undefined before the first transaction. */
  #counts: ReadonlyMap<string, number> | undefined
  /** Whether a transaction failed: tables and counts may then contain some writes of that transaction. */
  #needsRecount = false
  #underWay = 0

  /** @param tables - All tables except `meta`, by their names in the file. */
  constructor(meta: ChecksummedTable, tables: ReadonlyMap<string, ChecksummedTable>) {
    this.#meta = meta
    this.#tables = tables
  }

  /** Runs a transaction that calls {@link during}. */
  async run<T>(transaction: () => Promise<T>): Promise<T> {
    this.#underWay++
    try {
      return await transaction()
    } catch (error) {
      this.#needsRecount = true
      throw error
    } finally {
      this.#underWay--
    }
  }

  /** Runs the writes of a transaction. Call this method inside the transaction. */
  during<T>(write: () => T): T {
    try {
      return write()
    } finally {
      // Counts rows also after a failure: LMDB keeps the writes before the failure.
      this.#put()
    }
  }

  #put(): void {
    const known = this.#counts ?? countsIn(this.#meta)
    // Counts again: the outcome of a concurrent transaction is not yet available.
    const isRecount = known === undefined || this.#needsRecount || this.#underWay > 1
    this.#needsRecount = false
    const counts = new Map(known)
    let isChanged = isRecount
    for (const [name, table] of this.#tables) {
      const count = isRecount ? table.count() : table.countTouched()
      if (count === undefined || counts.get(name) === count) continue
      counts.set(name, count)
      isChanged = true
    }
    this.#counts = counts
    if (isChanged) void this.#meta.put(COUNTS_KEY, encodeJson(Object.fromEntries(counts)))
  }
}

/** Returns the stored row counts; undefined if nothing was ever written. @throws `storage_corrupt` */
export function countsIn(meta: LedgerTable): ReadonlyMap<string, number> | undefined {
  const value = meta.get(COUNTS_KEY)
  return value && new Map(Object.entries(decodeJson<Record<string, number>>(value, 'How many rows there are')))
}
