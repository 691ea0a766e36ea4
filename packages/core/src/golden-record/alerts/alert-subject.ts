import type { ProductDraft } from '../../clustering/product-draft.ts'
import { UNKNOWN_COUNTRY } from '../../geo/unknown-country.ts'
import { categoryOf } from '../../model/category.ts'
import { defined } from '../../model/defined.ts'
import type { AlertReason } from '../../model/product.ts'
import type { ProductId } from '../../model/utpid.ts'
import { alertTagList } from '../../storage/alert-query.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { Ledger, StoredRecord } from '../../storage/ledger.ts'
import type { AlertRow, RecordId } from '../../storage/rows.ts'
import { fold } from '../../text/fold.ts'
import type { AlertContext } from './alert-context.ts'

/**
 * Returns the tags of an alert.
 *
 * @param products - The records of both products, as far as they are known. They include the two behind the alert.
 * @param match - The confidence of a link, 0 to 1.
 */
export function alertTags(
  alert: AlertRow,
  products: readonly (readonly StoredRecord[])[],
  match: number,
): readonly string[] {
  const stored = products.flat()
  const records = stored.map(({ row }) => row.record)
  const supplierOf = (id: RecordId): string => stored.find(({ row }) => row.id === id)?.row.record.supplier ?? ''
  const pair = alert.records.map(supplierOf)
  return alertTagList(
    {
      supplier: records.map(({ supplier }) => supplier),
      country: products.flatMap((each) => {
        const countries = each.flatMap(({ row }) => row.record.location?.country ?? [])
        return countries.length === 0 ? [UNKNOWN_COUNTRY] : countries
      }),
      city: records.flatMap(({ location }) => (location?.city === undefined ? [] : fold(location.city))),
      kind: records.map(({ category }) => categoryOf(category).group),
      reason: [reasonOf(alert, pair[0] === pair[1], match)],
    },
    pair,
    alert.marks,
  )
}

function reasonOf({ copies, skippedKeys, confidence }: AlertRow, isOneSupplier: boolean, match: number): AlertReason {
  if (copies !== undefined) return 'copies'
  if (skippedKeys === true) return 'skipped_keys'
  if (isOneSupplier) return 'same_supplier'
  return confidence / 10_000 < match ? 'below_match' : 'kept_apart'
}

/** Returns the stored records of products. Products that are not stored are not in the result. */
export async function productRecords(
  ids: readonly ProductId[],
  ledger: Pick<Ledger, 'getProducts' | 'getRecords'>,
): Promise<Map<ProductId, StoredRecord[]>> {
  const products = await readInChunks([...new Set(ids)], (chunk) => ledger.getProducts(chunk))
  const found = new Map<ProductId, StoredRecord[]>()
  for (const { id, records } of products.flatMap((row) => row ?? [])) {
    found.set(
      id,
      (await readInChunks(records, (chunk) => ledger.getRecords(chunk))).flatMap((stored) => stored ?? []),
    )
  }
  return found
}

/**
 * Adds tags and bookings to the open alerts between the products of a transaction.
 *
 * @param open - The stored open alerts.
 * @param rows - The alerts that the transaction writes. The function replaces rows, and adds stored alerts that change.
 */
export async function describeSubjects(
  drafts: readonly ProductDraft[],
  open: readonly AlertRow[],
  rows: Map<string, AlertRow>,
  { ledger, scorer, pending }: AlertContext,
): Promise<void> {
  const recordsOf = new Map<ProductId, readonly StoredRecord[]>(drafts.map(({ id, records }) => [id, records]))
  const opened = [...open.filter(({ id }) => !rows.has(id)), ...rows.values()].filter(({ status }) => status === 'open')
  // An alert without an edge may be about a product outside the transaction.
  const outside = opened.flatMap(({ products, copies, skippedKeys }) => {
    const others = products.filter((id) => !recordsOf.has(id))
    return others.length === 1 && (copies !== undefined || skippedKeys === true) ? others : []
  })
  for (const [id, records] of await productRecords(outside, ledger)) recordsOf.set(id, records)
  const alerts = opened.flatMap((alert) => {
    const [one, other] = alert.products.map((id) => recordsOf.get(id))
    return one === undefined || other === undefined ? [] : { alert, products: [one, other] }
  })
  const bookings = await bookingsOf(
    alerts.flatMap(({ products }) => products.flat()),
    pending,
    ledger,
  )
  for (const { alert, products } of alerts) {
    const { bookings: _, ...rest } = alert
    const tags = alertTags(alert, products, scorer.model.thresholds.match)
    const sum = bookings(products)
    if (sum === alert.bookings && tags.join() === alert.tags?.join()) continue
    rows.set(alert.id, { ...rest, tags, ...defined({ bookings: sum }) })
  }
}

/**
 * Reads the bookings of records.
 *
 * @returns The sum of products with these records; undefined if no record counts bookings.
 */
export async function bookingsOf(
  records: readonly StoredRecord[],
  pending: AlertContext['pending'],
  ledger: Pick<Ledger, 'details'>,
): Promise<(products: readonly (readonly StoredRecord[])[]) => number | undefined> {
  const bookings = new Map<RecordId, unknown>()
  const unread = new Set<RecordId>()
  for (const { row } of records) {
    if (row.detailed !== true) continue
    const written = pending.get(row.id)?.details
    if (written === undefined) unread.add(row.id)
    else bookings.set(row.id, written.content?.bookings)
  }
  const ids = [...unread]
  const details = await readInChunks(ids, (chunk) => ledger.details(chunk))
  for (const [at, id] of ids.entries()) bookings.set(id, details[at]?.bookings)
  return (products) => {
    const counts = products.flat().flatMap(({ row }) => {
      const count = bookings.get(row.id)
      return typeof count === 'number' ? count : []
    })
    return counts.length === 0 ? undefined : counts.reduce((total, count) => total + count, 0)
  }
}
