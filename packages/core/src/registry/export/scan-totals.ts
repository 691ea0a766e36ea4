import { damagedRegistry } from '../../storage/ledger/checked-ledger.ts'
import type { LedgerRow } from '../../storage/ledger-row.ts'
import type { AlertStatus } from '../../storage/rows.ts'
import type { ScanPage } from '../copy/scan-ledger.ts'
import { ScannedIds } from './scanned-ids.ts'

const STATUSES: readonly AlertStatus[] = ['open', 'merged', 'dismissed', 'withdrawn']

/**
 * Totals of the rows of a complete scan. Comparing them with the counters of the ledger detects lost rows, or rows
 * hidden by a damaged page, before the copy counts as complete.
 */
export class ScanTotals {
  readonly #records = new ScannedIds()
  readonly #products = new ScannedIds()
  readonly #alerts = new Map<string, AlertStatus>()

  take({ from, rows }: Pick<ScanPage, 'from' | 'rows'>): void {
    for (const row of rows) this.#take(row, from === 'scan')
  }

  /**
   * @param counters - As of the last row taken.
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
      throw damagedRegistry(`its rows add up to ${total} of "${name}", but its counters say ${counted}`, place)
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
      case 'ended':
        // Removed products are not scanned, so this row has no effect during a scan.
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
