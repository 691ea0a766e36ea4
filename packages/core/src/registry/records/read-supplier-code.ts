import { identifyingText, parseSupplierId } from '../../ingest/parse-record.ts'
import type { SupplierCode } from '../../model/supplier-record.ts'

/** A supplier's code as it is stored; undefined when it cannot be one. The door takes numbers for text, so this does. */
export function readSupplierCode(
  given: Partial<Record<keyof SupplierCode, unknown>> | null | undefined,
): SupplierCode | undefined {
  const supplier = readSupplierId(given?.supplier)
  const code = identifyingText(given?.code)
  return supplier === undefined || code === undefined ? undefined : { supplier, code }
}

/** The id of a supplier; undefined when it cannot be made one. */
export function readSupplierId(given: unknown): string | undefined {
  const text = identifyingText(given)
  return text === undefined ? undefined : parseSupplierId(text)
}
