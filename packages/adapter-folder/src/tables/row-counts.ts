import { decodeJson, encodeJson } from '../rows/row-encoding.ts'
import { textKey } from '../rows/row-keys.ts'
import type { BoundTable } from './bound-table.ts'
import type { LedgerTable } from './ledger-table.ts'

/** Where `meta` says how many rows each other table has. */
const COUNTS_KEY: Buffer = textKey('rows')

/**
 * How many rows the tables of a ledger have, written with every transaction: a row that is lost afterwards, in a file that is
 * sound otherwise, is missed when the file is opened.
 */
export class RowCounts {
  readonly #meta: BoundTable
  readonly #tables: ReadonlyMap<string, BoundTable>
  /** As of the last transaction; undefined until there was one. */
  #counts: ReadonlyMap<string, number> | undefined
  /** Whether a transaction failed, of which tables and counts may have a part. */
  #isUnsure = false
  #underWay = 0

  /** @param tables - All but `meta`, by their names in the file. */
  constructor(meta: BoundTable, tables: ReadonlyMap<string, BoundTable>) {
    this.#meta = meta
    this.#tables = tables
  }

  /** Around a transaction, in which {@link during} is called. */
  async kept<T>(transaction: () => Promise<T>): Promise<T> {
    this.#underWay++
    try {
      return await transaction()
    } catch (error) {
      this.#isUnsure = true
      throw error
    } finally {
      this.#underWay--
    }
  }

  /** Inside a transaction, around what writes in it. */
  during<T>(write: () => T): T {
    try {
      return write()
    } finally {
      // Also where it failed: LMDB keeps what was written before that.
      this.#put()
    }
  }

  #put(): void {
    const known = this.#counts ?? countsIn(this.#meta)
    // Nobody knows yet what becomes of another one that is under way.
    const isAnew = known === undefined || this.#isUnsure || this.#underWay > 1
    this.#isUnsure = false
    const counts = new Map(known)
    let isChanged = isAnew
    for (const [name, table] of this.#tables) {
      const count = isAnew ? table.count() : table.countTouched()
      if (count === undefined || counts.get(name) === count) continue
      counts.set(name, count)
      isChanged = true
    }
    this.#counts = counts
    if (isChanged) void this.#meta.put(COUNTS_KEY, encodeJson(Object.fromEntries(counts)))
  }
}

/** Undefined where nothing was ever written. @throws `storage_corrupt` */
export function countsIn(meta: LedgerTable): ReadonlyMap<string, number> | undefined {
  const value = meta.get(COUNTS_KEY)
  return value && new Map(Object.entries(decodeJson<Record<string, number>>(value, 'How many rows there are')))
}
