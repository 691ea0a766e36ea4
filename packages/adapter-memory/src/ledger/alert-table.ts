import type { ProductId } from '@utpid/core'
import {
  type AlertFilter,
  type AlertGroups,
  type AlertOrder,
  type AlertPage,
  type AlertQuery,
  type AlertRow,
  alertFits,
  alertGroups,
  alertPosition,
  compareAlerts,
} from '@utpid/core/storage'
import { upperBound } from '../index/bits/upper-bound.ts'

type Compare = (a: AlertRow, b: AlertRow) => number

const byId: Compare = (a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

function compareIn(order: AlertOrder): Compare {
  if (order === 'detectedAt') {
    return (a, b) => (a.detectedAt < b.detectedAt ? 1 : a.detectedAt > b.detectedAt ? -1 : byId(a, b))
  }
  if (order === 'oldest') {
    return (a, b) => (a.detectedAt < b.detectedAt ? -1 : a.detectedAt > b.detectedAt ? 1 : byId(a, b))
  }
  return (a, b) => (b[order] ?? 0) - (a[order] ?? 0) || byId(a, b)
}

/** The name of the list that is sorted by id. No sort order of a query has this name. */
const BY_ID = 'id'

/** All alerts of a registry, sorted in each order that a query may have. */
export class AlertTable {
  readonly #rows = new Map<string, AlertRow>()
  readonly #byProduct = new Map<ProductId, Set<string>>()
  /** The complete sorted lists, by status and order. A list is built on first use; the next write drops all lists. */
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

  get(id: string): AlertRow | undefined {
    return this.#rows.get(id)
  }

  /** Returns the open alerts of a product, by ascending id. */
  openOf(product: ProductId): AlertRow[] {
    const found: AlertRow[] = []
    for (const id of this.#byProduct.get(product) ?? []) {
      const row = this.#rows.get(id)
      if (row?.status === 'open') found.push(row)
    }
    return found.sort(byId)
  }

  /** Returns at most `limit` rows above an id, by ascending id. */
  after(id: string | undefined, limit: number): AlertRow[] {
    let sorted = this.#sorted.get(BY_ID)
    if (sorted === undefined) {
      sorted = [...this.#rows.values()].sort(byId)
      this.#sorted.set(BY_ID, sorted)
    }
    const from = id === undefined ? 0 : upperBound(sorted.length, (at) => (sorted[at] as AlertRow).id > id)
    return sorted.slice(from, from + limit)
  }

  page(query: AlertQuery): AlertPage {
    const { order, after, offset, limit } = query
    const rows = this.#inOrder(query)
    const start =
      after === undefined
        ? 0
        : upperBound(rows.length, (at) => compareAlerts(order, alertPosition(rows[at] as AlertRow, order), after) > 0)
    return { total: rows.length, alerts: rows.slice(start + offset, start + offset + limit) }
  }

  groups(filter: AlertFilter, limit: number): AlertGroups {
    return alertGroups(this.#inOrder({ ...filter, order: 'informationGain' }), limit)
  }

  #inOrder({ id, ...filter }: AlertFilter & Pick<AlertQuery, 'id' | 'order'>): readonly AlertRow[] {
    const { product, status, order } = filter
    const fits = (row: AlertRow): boolean => alertFits(row, filter)
    if (id !== undefined) {
      const row = this.#rows.get(id)
      return row !== undefined && fits(row) ? [row] : []
    }
    if (product !== undefined) {
      const found: AlertRow[] = []
      for (const alertId of this.#byProduct.get(product) ?? []) {
        const row = this.#rows.get(alertId)
        if (row !== undefined && fits(row)) found.push(row)
      }
      return found.length < 2 ? found : found.sort(compareIn(order))
    }
    const list = `${order} ${status ?? '*'}`
    let sorted = this.#sorted.get(list)
    if (sorted === undefined) {
      sorted = [...this.#rows.values()].filter((row) => status === undefined || row.status === status)
      this.#sorted.set(list, (sorted as AlertRow[]).sort(compareIn(order)))
    }
    const isFiltered = Object.keys(filter).some((key) => key !== 'order' && key !== 'status')
    return isFiltered ? sorted.filter(fits) : sorted
  }
}
