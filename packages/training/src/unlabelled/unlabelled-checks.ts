import { RegistryError } from '@utpid/core'
import type { AgreementEstimate } from './agreement-weights.ts'
import type { SupplierRecords } from './supplier-records.ts'

/** Minimum number of records of two of the suppliers. */
const MIN_RECORDS = 50
/** Maximum number of records: they are kept in memory. */
const MAX_RECORDS = 200_000
export const MAX_PAIRS = 1_000_000
/** Minimum number of candidates, and of estimated matches and non-matches among them. */
const MIN_PAIRS = 200
const MIN_OF_EACH = 20
/** Minimum mean certainty of the estimated matches. Below it, matches and non-matches do not separate. */
const MIN_CERTAINTY = 0.6

/** @throws RegistryError `validation_failed` for records that no model can be learned from. */
export function checkSuppliers(suppliers: readonly SupplierRecords[]): void {
  const names = suppliers.map(({ supplier }) => supplier)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw invalid(`Two lists of records have the supplier "${twice}".`)
  if (suppliers.length < 2) {
    const found = suppliers.length === 0 ? 'There are no records' : `All records are of supplier "${names[0]}"`
    throw invalid(
      `${found}. Training without labels compares the records of two or more suppliers. Give the feed of another supplier.`,
    )
  }
  const large = suppliers.filter(({ records }) => records.length >= MIN_RECORDS)
  if (large.length < 2) {
    const sizes = suppliers.map(({ supplier, records }) => `${supplier} (${records.length})`)
    throw invalid(
      `Training without labels needs two suppliers with at least ${MIN_RECORDS} records; there are ${sizes.join(', ')}. Give more records.`,
    )
  }
  const records = suppliers.reduce((sum, each) => sum + each.records.length, 0)
  if (records > MAX_RECORDS) {
    throw invalid(
      `There are ${records} records; training without labels uses at most ${MAX_RECORDS}. ${PART_OF_RECORDS}`,
    )
  }
}

const PART_OF_RECORDS = 'Give the records of a few cities of every supplier.'

export function tooManyPairs(): RegistryError {
  return invalid(
    `The records have more than ${MAX_PAIRS} candidates, the maximum of a training without labels. ${PART_OF_RECORDS}`,
  )
}

/**
 * Returns the estimated number of matches.
 *
 * @throws RegistryError `validation_failed` if the candidates do not separate into matches and non-matches.
 */
export function checkEstimate({ probabilities, hasConverged, steps }: AgreementEstimate): number {
  const pairs = probabilities.length
  if (pairs < MIN_PAIRS) {
    throw invalid(
      `Blocking finds ${pairs} candidates between the suppliers; training without labels needs at least ${MIN_PAIRS}. Give more records of the same places.`,
    )
  }
  const matches = probabilities.reduce((sum, each) => sum + each, 0)
  if (matches < MIN_OF_EACH || pairs - matches < MIN_OF_EACH) {
    throw invalid(
      `About ${Math.round(matches)} of ${pairs} candidates seem to match; training without labels needs at least ${MIN_OF_EACH} matches and ${MIN_OF_EACH} other pairs. Give suppliers that share products, and products near each other.`,
    )
  }
  const certainty = probabilities.reduce((sum, each) => sum + each * each, 0) / matches
  if (certainty < MIN_CERTAINTY) {
    throw invalid(
      `The candidates do not separate into matches and others: an estimated match has a mean probability of ${certainty.toFixed(2)}, the minimum is ${MIN_CERTAINTY}. Give records with more fields, such as coordinates or addresses, or label pairs.`,
    )
  }
  if (!hasConverged) throw invalid(`The estimate of the matches did not settle in ${steps} steps. Label pairs instead.`)
  return matches
}

function invalid(message: string): RegistryError {
  return new RegistryError('validation_failed', message)
}
