import type { SupplierRecord } from '../model/supplier-record.ts'

/** `bedbank-2`, `atout-france-2017`, `booking.de`, `hotels_v2`: a number, a year, a country or a version of one house. */
const EDITION_PATTERN = /[-_.](?:\d+|[a-z]{1,2}|v\d+)$/

/**
 * Two suppliers of whom each speaks for itself, the first by id; undefined when there are none.
 *
 * Suppliers copy: one buys another's feed, or has several feeds under ids of its own. So two records do not count as two
 * voices when their suppliers' ids differ only in a number, a country or the like at the end; when one names the other's
 * code as an identifier, which is where it has it from; or when name, address, coordinates and telephone are the same to
 * the letter. Two that look at one house by themselves hardly ever write all of it alike, least of all the pin.
 */
export function independentSuppliers(
  records: readonly SupplierRecord[],
): readonly [supplier: string, other: string] | undefined {
  const voices = records
    .map((record): Voice => ({ record, house: houseOf(record.supplier), wording: wordingOf(record) }))
    .sort((a, b) => (a.record.supplier < b.record.supplier ? -1 : a.record.supplier > b.record.supplier ? 1 : 0))
  for (const [at, voice] of voices.entries()) {
    const other = voices.slice(at + 1).find((each) => isIndependent(voice, each))
    if (other !== undefined) return [voice.record.supplier, other.record.supplier]
  }
  return undefined
}

interface Voice {
  readonly record: SupplierRecord
  /** Whose feed it is, whatever number or country the supplier's id ends in. */
  readonly house: string
  /** What copies share to the letter. */
  readonly wording: string
}

function isIndependent(a: Voice, b: Voice): boolean {
  if (a.house === b.house || a.wording === b.wording) return false
  return !namesCodeOf(a.record, b.record) && !namesCodeOf(b.record, a.record)
}

function houseOf(supplier: string): string {
  const bare = supplier.replace(EDITION_PATTERN, '')
  return bare === supplier ? supplier : houseOf(bare)
}

function namesCodeOf({ identifiers = [] }: SupplierRecord, { supplier, code }: SupplierRecord): boolean {
  return identifiers.some(({ scheme, value }) => scheme === supplier && value === code)
}

function wordingOf({ name, location, phone }: SupplierRecord): string {
  return JSON.stringify([name, location?.address, location?.coordinates, phone])
}
