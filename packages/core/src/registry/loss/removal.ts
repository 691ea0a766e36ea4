import { isPlainObject } from '../../ingest/parse-extra.ts'
import type { SupplierCode } from '../../model/supplier-record.ts'

/** Returns whether an input is a removal: `{ supplier, code, removed: true }`. */
export function isRemoval(input: unknown): boolean {
  try {
    return isPlainObject(input) && input.removed === true
  } catch {
    // A getter or proxy may throw anything. The record parser then rejects the record.
    return false
  }
}

/** Returns a supplier code as the key of a map. */
export function keyOfCode({ supplier, code }: SupplierCode): string {
  return `${supplier}\u0000${code}`
}
