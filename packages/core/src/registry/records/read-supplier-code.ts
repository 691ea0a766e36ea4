import { identifyingText, parseSupplierId } from '../../ingest/parse-record.ts'
import type { SupplierCode } from '../../model/supplier-record.ts'

/**
 * Parses a supplier code into its stored form; undefined if the code is invalid. Like the record parser, the function
 * also accepts numbers.
 */
export function readSupplierCode(
  given: Partial<Record<keyof SupplierCode, unknown>> | null | undefined,
): SupplierCode | undefined {
  const supplier = readSupplierId(given?.supplier)
  const code = identifyingText(given?.code)
  return supplier === undefined || code === undefined ? undefined : { supplier, code }
}

/** Parses a supplier id; undefined if the id is invalid. */
export function readSupplierId(given: unknown): string | undefined {
  const text = identifyingText(given)
  return text === undefined ? undefined : parseSupplierId(text)
}
