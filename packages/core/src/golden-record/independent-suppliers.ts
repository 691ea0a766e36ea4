import type { SupplierRecord } from '../model/supplier-record.ts'

/**
 * A pattern for the end of supplier ids of one company, which is a number, year, country or version: `bedbank-2`,
 * `atout-france-2017`, `booking.de`, `hotels_v2`.
 */
const EDITION_PATTERN = /[-_.](?:\d+|[a-z]{1,2}|v\d+)$/

/**
 * Returns the two independent suppliers with the lowest ids; undefined if there are no two independent suppliers.
 *
 * Suppliers copy data: a supplier buys another supplier's feed or has several feeds under different ids. So two records
 * do not count as independent if any of these holds:
 * - the suppliers' ids differ only in a number, a country or the like at the end;
 * - one record has the other record's code as an identifier, so it comes from the other supplier;
 * - name, address, coordinates and telephone are identical. Independent descriptions hardly ever agree in all of these,
 *   least of all in coordinates.
 */
export function independentSuppliers(
  records: readonly SupplierRecord[],
): readonly [supplier: string, other: string] | undefined {
  const voices = records
    .map((record): SupplierStatement => ({ record, company: companyOf(record.supplier), wording: wordingOf(record) }))
    .sort((a, b) => (a.record.supplier < b.record.supplier ? -1 : a.record.supplier > b.record.supplier ? 1 : 0))
  for (const [at, voice] of voices.entries()) {
    const other = voices.slice(at + 1).find((each) => isIndependent(voice, each))
    if (other !== undefined) return [voice.record.supplier, other.record.supplier]
  }
  return undefined
}

interface SupplierStatement {
  readonly record: SupplierRecord
  /** The company that sends the feed: the supplier's id without a number or country at its end. */
  readonly company: string
  /** The text of a record that is identical in copies. */
  readonly wording: string
}

function isIndependent(a: SupplierStatement, b: SupplierStatement): boolean {
  if (a.company === b.company || a.wording === b.wording) return false
  return !namesCodeOf(a.record, b.record) && !namesCodeOf(b.record, a.record)
}

function companyOf(supplier: string): string {
  const bare = supplier.replace(EDITION_PATTERN, '')
  return bare === supplier ? supplier : companyOf(bare)
}

function namesCodeOf({ identifiers = [] }: SupplierRecord, { supplier, code }: SupplierRecord): boolean {
  return identifiers.some(({ scheme, value }) => scheme === supplier && value === code)
}

function wordingOf({ name, location, phone }: SupplierRecord): string {
  return JSON.stringify([name, location?.address, location?.coordinates, phone])
}
