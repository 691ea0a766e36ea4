import { UNKNOWN_COUNTRY } from '../geo/unknown-country.ts'
import { setsOfRow } from '../storage/concordance-rows.ts'
import type { AlertStatus, ConcordanceRow, ProductRow, RecordRow } from '../storage/rows.ts'

/**
 * Counters of a registry, changed in the same transaction as the counted rows: exact, and equal on every adapter.
 *
 *   products, products.verified, products.category.SLUG, products.country.CC,
 *   products.supplier.ID (products that the supplier sells), records, records.supplier.ID, records.copies,
 *   concordances.NAME (codes), concordances.NAME.contradictions, alerts.STATUS, confidence.sum (1/10,000), confidence.bin.0 to .19 (of 0.05 each)
 *
 * The copy of a replica has additional counters (`registry/replica-position.ts`).
 */
export class CounterChanges {
  readonly amounts: Record<string, number> = {}

  add(name: string, amount: number): void {
    this.amounts[name] = (this.amounts[name] ?? 0) + amount
  }

  addAll(amounts: Readonly<Record<string, number>>): void {
    for (const [name, amount] of Object.entries(amounts)) this.add(name, amount)
  }

  product(row: ProductRow, amount: 1 | -1): void {
    this.add('products', amount)
    if (row.verified) this.add('products.verified', amount)
    this.add(`products.category.${row.goldenRecord.category}`, amount)
    this.add(`products.country.${row.goldenRecord.country ?? UNKNOWN_COUNTRY}`, amount)
    for (const supplier of row.suppliers) this.add(`products.supplier.${supplier}`, amount)
    this.add('confidence.sum', amount * row.confidence)
    this.add(`confidence.bin.${confidenceBin(row.confidence)}`, amount)
  }

  record(row: RecordRow, amount: 1 | -1): void {
    this.add('records', amount)
    this.add(`${RECORDS_OF_SUPPLIER_PREFIX}${row.record.supplier}`, amount)
    if (row.copy === true) this.add(COPIES_COUNTER, amount)
  }

  alerts(status: AlertStatus, amount: 1 | -1): void {
    this.add(`alerts.${status}`, amount)
  }

  concordances(row: ConcordanceRow | undefined, amount: 1 | -1): void {
    for (const [name, sets] of Object.entries(setsOfRow(row))) {
      this.add(`${CODES_OF_CONCORDANCE_PREFIX}${name}`, amount)
      if (sets.length > 1) this.add(`${CODES_OF_CONCORDANCE_PREFIX}${name}${CONTRADICTIONS_SUFFIX}`, amount)
    }
  }

  /** Returns the amounts that are not 0. */
  finish(): Record<string, number> {
    return Object.fromEntries(Object.entries(this.amounts).filter(([, amount]) => amount !== 0))
  }
}

/** The prefix of the counters of codes by concordance. */
export const CODES_OF_CONCORDANCE_PREFIX = 'concordances.'
/** The end of the name of the counter of codes with several sets. A name of a concordance has no full stop. */
export const CONTRADICTIONS_SUFFIX = '.contradictions'

/** The prefix of the counters of active records by supplier. */
export const RECORDS_OF_SUPPLIER_PREFIX = 'records.supplier.'

/** The counter of active copies, which are records that another record of their supplier represents. */
export const COPIES_COUNTER = 'records.copies'

/** The number of bins of the confidence histogram. */
export const CONFIDENCE_BINS = 20

/**
 * Returns the bin of a confidence.
 *
 * @param confidence - Integer in units of 1/10,000.
 */
export function confidenceBin(confidence: number): number {
  return Math.min(CONFIDENCE_BINS - 1, Math.floor((confidence * CONFIDENCE_BINS) / 10_000))
}
