import type { ProductDraft } from '../../clustering/product-draft.ts'
import { UNKNOWN_COUNTRY } from '../../geo/unknown-country.ts'
import { categoryOf } from '../../model/category.ts'
import { defined } from '../../model/defined.ts'
import type { AlertReason } from '../../model/product.ts'
import { alertTagList } from '../../storage/alert-query.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { StoredRecord } from '../../storage/ledger.ts'
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
  const recordsOf = new Map(drafts.map(({ id, records }) => [id, records]))
  const alerts = [...open.filter(({ id }) => !rows.has(id)), ...rows.values()].flatMap((alert) => {
    const [one, other] = alert.products.map((id) => recordsOf.get(id))
    // An alert about copies may be about a product outside the transaction. Its subject is unchanged.
    return alert.status !== 'open' || one === undefined || other === undefined ? [] : { alert, products: [one, other] }
  })
  const detailed = new Set(
    alerts.flatMap(({ products }) => products.flat().flatMap(({ row }) => (row.detailed === true ? row.id : []))),
  )
  const bookings = new Map<RecordId, unknown>()
  for (const id of detailed) {
    const written = pending.get(id)?.details
    if (written === undefined) continue
    bookings.set(id, written.content?.bookings)
    detailed.delete(id)
  }
  const unread = [...detailed]
  const details = await readInChunks(unread, (ids) => ledger.details(ids))
  for (const [at, id] of unread.entries()) bookings.set(id, details[at]?.bookings)

  for (const { alert, products } of alerts) {
    const counts = products.flat().flatMap(({ row }) => {
      const count = bookings.get(row.id)
      return typeof count === 'number' ? count : []
    })
    const { bookings: _, ...rest } = alert
    const tags = alertTags(alert, products, scorer.model.thresholds.match)
    const sum = counts.length === 0 ? undefined : counts.reduce((total, count) => total + count, 0)
    if (sum === alert.bookings && tags.join() === alert.tags?.join()) continue
    rows.set(alert.id, { ...rest, tags, ...defined({ bookings: sum }) })
  }
}
