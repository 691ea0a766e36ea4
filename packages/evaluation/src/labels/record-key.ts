import { parseSupplierId, type SupplierCode } from '@utpid/core'
import type { PairEnd } from './read-labelled-pairs.ts'

/** Returns supplier and code of one record of a pair, in the spelling of a registry. */
export function supplierCodeOf(end: PairEnd): SupplierCode {
  return 'row' in end
    ? normalizedCode(end.row.source ?? end.row.supplier, end.row.sourceId ?? end.row.code)
    : normalizedCode(end.source, end.id)
}

/** Returns the same key for all spellings of a supplier and a code. */
export function recordKey(supplier: unknown, code: unknown): string {
  return keyOf(normalizedCode(supplier, code))
}

/** Returns the {@link recordKey} of one record of a pair. */
export function endKey(end: PairEnd): string {
  return keyOf(supplierCodeOf(end))
}

function normalizedCode(supplier: unknown, code: unknown): SupplierCode {
  const source = String(supplier ?? '')
  return { supplier: parseSupplierId(source) ?? source, code: String(code ?? '').trim() }
}

function keyOf({ supplier, code }: SupplierCode): string {
  return `${supplier}\u0000${code}`
}
