import { damagedRegistry } from '../../storage/ledger/checked-ledger.ts'
import type { LedgerRow } from '../../storage/ledger-row.ts'
import type { AlertStatus } from '../../storage/rows.ts'
import type { ScanPage } from '../copy/scan-ledger.ts'
import { ScannedIds } from './scanned-ids.ts'

const STATUSES: readonly AlertStatus[] = ['open', 'merged', 'dismissed', 'withdrawn']

/**
 * The totals of the rows of a complete scan. If a total differs from a counter of the ledger, rows are lost, or a
 * damaged page hides rows. The code checks the totals before the copy counts as complete.
 */
export class ScanTotals {
  readonly #records = new ScannedIds()
  readonly #products = new ScannedIds()
  readonly #alerts = new Map<string, AlertStatus>()

  take({ from, rows }: Pick<ScanPage, 'from' | 'rows'>): void {
    for (const row of rows) this.#take(row, from === 'scan')
  }

  /**
   * Compares the totals with the counters.
   *
   * @param counters - Counters of the ledger at the last row.
   * @throws RegistryError `storage_corrupt`
   */
  compare(counters: ReadonlyMap<string, number>, place: string | undefined): void {
    const totals = [
      ['records', this.#records.size],
      ['products', this.#products.size],
      ...STATUSES.map((status) => [`alerts.${status}`, this.#alertsOf(status)] as const),
    ] as const
    for (const [name, total] of totals) {
      const counted = counters.get(name) ?? 0
      if (total === counted) continue
      throw damagedRegistry(`the rows add up to ${total} for "${name}", but the counter is ${counted}`, place)
    }
  }

  #take(row: LedgerRow, isScan: boolean): void {
    switch (row.kind) {
      case 'record':
        if (!isScan) this.#records.set(row.row.id, row.link !== undefined)
        else if (row.link !== undefined) this.#records.scan(row.row.id)
        return
      case 'product':
        if (isScan) this.#products.scan(row.row.id)
        else this.#products.set(row.row.id, true)
        return
      case 'removed':
        // A scan does not return removed products, so during a scan this row has no effect.
        if (!isScan) this.#products.set(row.product, false)
        return
      case 'alert':
        this.#alerts.set(row.row.id, row.row.status)
        return
      default:
        return
    }
  }

  #alertsOf(status: AlertStatus): number {
    let count = 0
    for (const each of this.#alerts.values()) if (each === status) count++
    return count
  }
}
