import type { CodeEntry, SupplierCode } from '@utpid/core'
import { decodeRecord } from '../rows/record-encoding.ts'
import { decodeNumber } from '../rows/row-encoding.ts'
import { idKey, isLongTextKey, LONG_TEXTS, textKey, textOf, textsBeginning } from '../rows/row-keys.ts'
import type { LedgerTables } from '../tables/lmdb-tables.ts'

/** A supplier's id is a slug, so the separator cannot be part of it. */
const SEPARATOR = '\n'

export function codeKey({ supplier, code }: SupplierCode): Buffer {
  return textKey(`${supplier}${SEPARATOR}${code}`)
}

/**
 * At most `limit` codes of a supplier after one, in the order of keys: first those that can be read
 * off their keys, then the few that are so long that only a hash of them is there.
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
  // After a long one this range begins behind its end, and is empty.
  for (const { key, value } of codes.getRange({ ...textsBeginning(prefix), ...from, limit })) {
    entries.push({ code: textOf(key).slice(prefix.length), recordId: decodeNumber(value, 'A supplier code') })
  }
  if (entries.length === limit) return entries
  const isAfterLong = from !== undefined && isLongTextKey(from.start)
  for (const { value } of codes.getRange({ ...LONG_TEXTS, ...(isAfterLong ? from : {}) })) {
    const recordId = decodeNumber(value, 'A supplier code')
    // A code that leads nowhere is read as a damaged row.
    const { record } = decodeRecord(records.get(idKey(recordId)) ?? Buffer.alloc(0), recordId)
    if (record.supplier !== supplier) continue
    entries.push({ code: record.code, recordId })
    if (entries.length === limit) break
  }
  return entries
}
