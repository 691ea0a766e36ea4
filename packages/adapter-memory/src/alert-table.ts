import type { AlertPage, AlertQuery, AlertRow, ProductId } from '@utpid/core'

type Compare = (a: AlertRow, b: AlertRow) => number

const byId: Compare = (a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

const COMPARE: Readonly<Record<AlertQuery['order'], Compare>> = {
  gain: (a, b) => b.gain - a.gain || byId(a, b),
  confidence: (a, b) => b.confidence - a.confidence || byId(a, b),
  detectedAt: (a, b) => (a.detectedAt < b.detectedAt ? 1 : a.detectedAt > b.detectedAt ? -1 : byId(a, b)),
}

/** All alerts of a registry, in the orders in which people read them. */
export class AlertTable {
  readonly #rows = new Map<string, AlertRow>()
  readonly #byProduct = new Map<ProductId, Set<string>>()
  /** Whole sorted lists by status and order, made when first asked for and dropped by the next write. */
  readonly #sorted = new Map<string, readonly AlertRow[]>()

  put(rows: readonly AlertRow[]): void {
    for (const row of rows) {
      const previous = this.#rows.get(row.id)
      for (const product of previous?.products ?? []) this.#byProduct.get(product)?.delete(row.id)
      this.#rows.set(row.id, row)
      for (const product of row.products) {
        const ids = this.#byProduct.get(product)
        if (ids === undefined) this.#byProduct.set(product, new Set([row.id]))
        else ids.add(row.id)
      }
    }
    if (rows.length > 0) this.#sorted.clear()
  }

  page(query: AlertQuery): AlertPage {
    const rows = this.#inOrder(query)
    return { total: rows.length, alerts: rows.slice(query.offset, query.offset + query.limit) }
  }

  #inOrder({ id, product, status, order }: AlertQuery): readonly AlertRow[] {
    const fits = (row: AlertRow): boolean =>
      (status === undefined || row.status === status) && (product === undefined || row.products.includes(product))
    if (id !== undefined) {
      const row = this.#rows.get(id)
      return row !== undefined && fits(row) ? [row] : []
    }
    if (product !== undefined) {
      const ids = this.#byProduct.get(product) ?? []
      return [...ids]
        .flatMap((alertId) => this.#rows.get(alertId) ?? [])
        .filter(fits)
        .sort(COMPARE[order])
    }
    const list = `${order} ${status ?? '*'}`
    const known = this.#sorted.get(list)
    if (known !== undefined) return known
    const rows = [...this.#rows.values()].filter(fits).sort(COMPARE[order])
    this.#sorted.set(list, rows)
    return rows
  }
}
