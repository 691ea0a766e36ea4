import { CounterChanges } from '../grouping/counter-changes.ts'
import { WordChanges } from '../grouping/word-changes.ts'
import type { BulkLoad } from '../storage/bulk-load.ts'
import type { LedgerRow } from '../storage/ledger-row.ts'
import { IdSet } from './id-set.ts'
import { nameOf } from './mirror-rows.ts'

/**
 * Rows of an export on their way into a bulk load, which takes each thing once. An export is made while others write:
 * what it tells again is little, and is kept, to be written as commits.
 */
export class LoadRows {
  readonly #load: BulkLoad
  readonly #counters = new CounterChanges()
  readonly #words = new WordChanges()
  /** What came, by kind. */
  readonly #ids = new Map<LedgerRow['kind'], IdSet>()
  /** Names of what has no id of its own. */
  readonly #seen = new Set<string>()
  readonly #late: LedgerRow[] = []

  constructor(load: BulkLoad) {
    this.#load = load
  }

  async put(rows: readonly LedgerRow[]): Promise<void> {
    const fresh: LedgerRow[] = []
    for (const row of rows) {
      // One that ended was told of as active before.
      if (row.kind === 'ended' || !this.#isFirst(row)) {
        this.#late.push(row)
        continue
      }
      this.#count(row)
      fresh.push(row)
    }
    await this.#load.put(fresh)
  }

  /** @returns what is to be written after what was loaded, in its order. */
  async finish(): Promise<readonly LedgerRow[]> {
    await this.#load.finish({ counters: this.#counters.finish(), words: this.#words.finish() })
    return this.#late
  }

  #isFirst(row: LedgerRow): boolean {
    const id = idOf(row)
    if (id === undefined) {
      const name = nameOf(row)
      if (this.#seen.has(name)) return false
      this.#seen.add(name)
      return true
    }
    let ids = this.#ids.get(row.kind)
    if (ids === undefined) {
      ids = new IdSet()
      this.#ids.set(row.kind, ids)
    }
    return ids.add(id)
  }

  #count(row: LedgerRow): void {
    if (row.kind === 'product') this.#counters.product(row.row, 1)
    else if (row.kind === 'alert') this.#counters.alerts(row.row.status, 1)
    else if (row.kind === 'record' && row.link !== undefined) {
      this.#counters.record(row.row, 1)
      this.#words.record(row.row, 1)
    }
  }
}

function idOf(row: LedgerRow): number | undefined {
  switch (row.kind) {
    case 'record':
    case 'product':
    case 'lineage':
      return row.row.id
    case 'edges':
      return row.record
    case 'verifications':
      return row.product
    case 'decision':
      return row.row.change
    default:
      return undefined
  }
}
