import { parseSupplierId, type SupplierCode } from '@utpid/core'
import type { PairEnd } from './read-labelled-pairs.ts'

/** Supplier and code of one end of a pair, as a registry writes them. */
export function supplierCodeOf(end: PairEnd): SupplierCode {
  return 'row' in end
    ? written(end.row.source ?? end.row.supplier, end.row.sourceId ?? end.row.code)
    : written(end.source, end.id)
}

/** One text for a supplier and a code, however they are written. */
export function recordKey(supplier: unknown, code: unknown): string {
  return keyOf(written(supplier, code))
}

/** The same for one end of a pair. */
export function endKey(end: PairEnd): string {
  return keyOf(supplierCodeOf(end))
}

function written(supplier: unknown, code: unknown): SupplierCode {
  const source = String(supplier ?? '')
  return { supplier: parseSupplierId(source) ?? source, code: String(code ?? '').trim() }
}

function keyOf({ supplier, code }: SupplierCode): string {
  return `${supplier}\u0000${code}`
}
