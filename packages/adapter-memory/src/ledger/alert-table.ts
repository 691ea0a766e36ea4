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

/** The rows of a write above which the sorted lists are built again. */
const MAX_INSERTED = 256
/** The filtered lists that are kept at a time. */
const MAX_FILTERED = 50

/** All alerts of a registry, sorted in each order that a query may have. */
export class AlertTable {
  readonly #rows = new Map<string, AlertRow>()
  readonly #byProduct = new Map<ProductId, Set<string>>()
  /** The complete sorted lists, by status and order. A list is built on first use; small writes update it. */
  readonly #sorted = new Map<string, SortedList>()
  /** The filtered parts of the sorted lists, by query. The next write drops all of them. */
  readonly #filtered = new Map<string, readonly AlertRow[]>()

  put(rows: readonly AlertRow[]): void {
    if (rows.length === 0) return
    // Sorting again is cheaper than many insertions.
    if (rows.length > MAX_INSERTED) this.#sorted.clear()
    this.#filtered.clear()
    for (const row of rows) {
      const previous = this.#rows.get(row.id)
      for (const list of this.#sorted.values()) replaceIn(list, previous, row)
      for (const product of previous?.products ?? []) this.#byProduct.get(product)?.delete(row.id)
      this.#rows.set(row.id, row)
      for (const product of row.products) {
        const ids = this.#byProduct.get(product)
        if (ids === undefined) this.#byProduct.set(product, new Set([row.id]))
        else ids.add(row.id)
      }
    }
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
    const sorted = this.#list(BY_ID, undefined, byId)
    const from = id === undefined ? 0 : upperBound(sorted.length, (at) => (sorted[at] as AlertRow).id > id)
    return sorted.slice(from, from + limit)
  }

  page(query: AlertQuery): AlertPage {
    const { after, offset, limit, ...rest } = query
    const { order } = rest
    const rows = this.#inOrder(rest)
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
    const sorted = this.#list(order, status, compareIn(order))
    const isFiltered = Object.keys(filter).some((key) => key !== 'order' && key !== 'status')
    if (!isFiltered) return sorted
    const key = JSON.stringify(Object.entries(filter).sort())
    const known = this.#filtered.get(key) ?? sorted.filter(fits)
    if (this.#filtered.size >= MAX_FILTERED) this.#filtered.clear()
    this.#filtered.set(key, known)
    return known
  }

  #list(order: string, status: AlertRow['status'] | undefined, compare: Compare): readonly AlertRow[] {
    const key = `${order} ${status ?? '*'}`
    let list = this.#sorted.get(key)
    if (list === undefined) {
      const rows = [...this.#rows.values()].filter((row) => status === undefined || row.status === status)
      list = { status, compare, rows: rows.sort(compare) }
      this.#sorted.set(key, list)
    }
    return list.rows
  }
}

interface SortedList {
  readonly status: AlertRow['status'] | undefined
  readonly compare: Compare
  readonly rows: AlertRow[]
}

/** Replaces a row in a list. The previous row is at its place in the order. */
function replaceIn({ status, compare, rows }: SortedList, previous: AlertRow | undefined, row: AlertRow): void {
  const placeOf = (wanted: AlertRow): number =>
    upperBound(rows.length, (at) => compare(rows[at] as AlertRow, wanted) >= 0)
  if (previous !== undefined && (status === undefined || previous.status === status)) rows.splice(placeOf(previous), 1)
  if (status === undefined || row.status === status) rows.splice(placeOf(row), 0, row)
}
