import { hashText53 } from '../encoding/hash.ts'
import type { Identifier, SupplierCode } from '../model/supplier-record.ts'
import { compareText } from '../text/text-order.ts'
import type { BlockingKey, CodeSets, ConcordanceRow } from './rows.ts'

/** The id of the row with the list of stored concordances. No code has this id, since the id has no colon. */
export const CONCORDANCE_LIST = 'concordances'

/** Returns the id of the row of a code. A supplier id is a slug without a colon, so ids are distinct. */
export function concordanceRowId({ supplier, code }: SupplierCode): string {
  return `${supplier}:${code}`
}

/** Returns the code of a row; undefined for the list of concordances. */
export function codeOfConcordanceRow(id: string): SupplierCode | undefined {
  const at = id.indexOf(':')
  return at < 0 ? undefined : { supplier: id.slice(0, at), code: id.slice(at + 1) }
}

/** Returns the sets of a row of a code. */
export function setsOfRow(row: ConcordanceRow | undefined): CodeSets {
  return row === undefined || row.id === CONCORDANCE_LIST ? {} : ((row.content ?? {}) as CodeSets)
}

/** Returns the identifiers that a row gives its code: one for each concordance in which the code has one set. */
export function assignedBy(row: ConcordanceRow | undefined): Identifier[] {
  const sets = Object.entries(setsOfRow(row)).sort(([a], [b]) => compareText(a, b))
  return sets.flatMap(([scheme, ids]) => (ids.length === 1 ? [{ scheme, value: ids[0] as string }] : []))
}

/**
 * Returns the key that a ledger notes as touched when it writes a row of the concordances. A writer of a new record
 * expects that nobody has touched the key of its code.
 */
export function concordanceKey(id: string): BlockingKey {
  return hashText53(`concordance\n${id}`)
}
