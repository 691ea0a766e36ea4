import { LIMITS } from '../../model/limits.ts'
import type { ProductId } from '../../model/utpid.ts'
import { compareText } from '../../text/text-order.ts'
import { type AlertPage, type AlertQuery, alertFits, alertPosition, compareAlerts } from '../alert-query.ts'
import type { Ledger } from '../ledger.ts'
import type { AlertRow } from '../rows.ts'

/** Alerts that replace alerts of a base ledger. */
export class OverlayAlerts {
  readonly #rows = new Map<string, AlertRow>()
  /** The ids of all alerts that name or named a product. */
  readonly #byProduct = new Map<ProductId, Set<string>>()

  put(rows: readonly AlertRow[]): void {
    for (const row of rows) {
      this.#rows.set(row.id, row)
      for (const product of row.products) {
        const ids = this.#byProduct.get(product)
        if (ids === undefined) this.#byProduct.set(product, new Set([row.id]))
        else ids.add(row.id)
      }
    }
  }

  async get(ids: readonly string[], base: Pick<Ledger, 'getAlerts'>): Promise<(AlertRow | undefined)[]> {
    const stored = await base.getAlerts(ids)
    return ids.map((id, at) => this.#rows.get(id) ?? stored[at])
  }

  /** Returns the open alerts of each product, by ascending id. */
  async open(products: readonly ProductId[], base: Pick<Ledger, 'openAlerts'>): Promise<AlertRow[][]> {
    const stored = await base.openAlerts(products)
    return products.map((product, at) => this.#merged(product, stored[at] ?? [], isOpen))
  }

  /**
   * Returns a page of the alerts of one product.
   *
   * @param query - A query with a product.
   */
  async page(query: AlertQuery, base: Pick<Ledger, 'alerts'>): Promise<AlertPage> {
    const { product, id, order, after, offset, limit } = query
    if (product === undefined) throw new Error('The alerts of an overlay can only be read by product.')
    const stored: AlertRow[] = []
    for (;;) {
      const page = await base.alerts({ product, order, offset: stored.length, limit: LIMITS.rowsPerPage })
      stored.push(...page.alerts)
      if (page.alerts.length < LIMITS.rowsPerPage) break
    }
    const fits = (row: AlertRow): boolean => alertFits(row, query) && (id === undefined || row.id === id)
    const rows = this.#merged(product, stored, fits)
    rows.sort((a, b) => compareAlerts(order, alertPosition(a, order), alertPosition(b, order)))
    const rest =
      after === undefined ? rows : rows.filter((row) => compareAlerts(order, alertPosition(row, order), after) > 0)
    return { total: rows.length, alerts: rest.slice(offset, offset + limit) }
  }

  clear(): void {
    this.#rows.clear()
    this.#byProduct.clear()
  }

  /** Returns the current alerts of a product that fit, by ascending id. */
  #merged(product: ProductId, stored: readonly AlertRow[], fits: (row: AlertRow) => boolean): AlertRow[] {
    const rows = new Map(stored.map((row) => [row.id, row]))
    for (const { id } of stored) {
      const own = this.#rows.get(id)
      if (own !== undefined) rows.set(id, own)
    }
    for (const id of this.#byProduct.get(product) ?? []) rows.set(id, this.#rows.get(id) as AlertRow)
    return [...rows.values()]
      .filter((row) => row.products.includes(product) && fits(row))
      .sort((a, b) => compareText(a.id, b.id))
  }
}

function isOpen({ status }: AlertRow): boolean {
  return status === 'open'
}
