import { LIMITS } from '@utpid/core'
import type { ChangeNumber, ImportRow } from '@utpid/core/storage'

/** The last summaries of imports of each supplier, by ascending change. */
export class ImportTable {
  readonly #rows = new Map<string, ImportRow[]>()

  put(row: ImportRow): void {
    const rows = this.#rows.get(row.supplier) ?? []
    this.#rows.set(row.supplier, rows)
    // A copy of another ledger may write older rows after newer rows.
    const at = rows.findLastIndex(({ change }) => change <= row.change)
    if (rows[at]?.change === row.change) rows[at] = row
    else rows.splice(at + 1, 0, row)
    rows.splice(0, rows.length - LIMITS.importsPerSupplier)
  }

  /** Returns the newest rows before a change, newest first; 0 for all rows. */
  before(supplier: string, before: ChangeNumber, limit: number): ImportRow[] {
    const rows = this.#rows.get(supplier) ?? []
    const end = before === 0 ? rows.length : rows.findLastIndex(({ change }) => change < before) + 1
    return rows.slice(Math.max(0, end - limit), end).reverse()
  }
}
