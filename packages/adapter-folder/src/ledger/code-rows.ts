import type { SupplierCode } from '@utpid/core'
import type { CodeEntry } from '@utpid/core/storage'
import { decodeRecord } from '../rows/record-encoding.ts'
import { decodeNumber } from '../rows/row-encoding.ts'
import { idKey, isLongTextKey, LONG_TEXTS, textKey, textOf, textsWithPrefix } from '../rows/row-keys.ts'
import type { LedgerTables } from '../tables/lmdb-tables.ts'

/** The separator of supplier and code. A supplier id is a slug, so it cannot contain the separator. */
const SEPARATOR = '\n'

export function codeKey({ supplier, code }: SupplierCode): Buffer {
  return textKey(`${supplier}${SEPARATOR}${code}`)
}

/**
 * Returns at most `limit` codes of a supplier after a code, in key order. The codes readable from their keys come
 * first, then the few long codes, which have hashes as keys.
 */
export function codesAfter(
  { codes, records }: Pick<LedgerTables['table'], 'codes' | 'records'>,
  supplier: string,
  after: string | undefined,
  limit: number,
): CodeEntry[] {
  const entries: CodeEntry[] = []
  const from = after === undefined ? undefined : { start: codeKey({ supplier, code: after }), exclusiveStart: true }
  const prefix = `${supplier}${SEPARATOR}`
  // If `after` is a long code, this range is empty.
  for (const { key, value } of codes.getRange({ ...textsWithPrefix(prefix), ...from, limit })) {
    entries.push({ code: textOf(key).slice(prefix.length), recordId: decodeNumber(value, 'A supplier code') })
  }
  if (entries.length === limit) return entries
  const isAfterLong = from !== undefined && isLongTextKey(from.start)
  for (const { value } of codes.getRange({ ...LONG_TEXTS, ...(isAfterLong ? from : {}) })) {
    const recordId = decodeNumber(value, 'A supplier code')
    // A code without a record counts as a damaged row.
    const { record } = decodeRecord(records.get(idKey(recordId)) ?? Buffer.alloc(0), recordId)
    if (record.supplier !== supplier) continue
    entries.push({ code: record.code, recordId })
    if (entries.length === limit) break
  }
  return entries
}
