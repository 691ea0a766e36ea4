import { LIMITS } from '@utpid/core'
import type { ChangeNumber, ImportKey, ImportRow } from '@utpid/core/storage'
import { decodeJson, encodeJson } from '../rows/row-encoding.ts'
import { textKey, textsWithPrefix } from '../rows/row-keys.ts'
import type { LedgerTable } from '../tables/ledger-table.ts'

/** The separator of supplier and change. A supplier id is a slug, so it cannot contain the separator. */
const SEPARATOR = '\n'
/** The number of digits of a change. All safe integers have at most 16 digits. */
const DIGITS = 16

/** Returns the key of an import row. The keys of one supplier are in the order of their changes. */
export function importKey({ supplier, change }: ImportKey): Buffer {
  return textKey(`${supplier}${SEPARATOR}${String(change).padStart(DIGITS, '0')}`)
}

/** Writes an import row, and removes the oldest rows of its supplier beyond the limit. Call it inside a transaction. */
export function putImport(table: LedgerTable, row: ImportRow): void {
  table.putTransferred(importKey(row), encodeJson(row))
  const keys = [...table.getKeys(textsWithPrefix(`${row.supplier}${SEPARATOR}`))]
  for (const key of keys.slice(0, Math.max(0, keys.length - LIMITS.importsPerSupplier))) table.remove(key)
}

/** Returns the newest import rows of a supplier before a change, newest first; 0 for all rows. */
export function importsBefore(table: LedgerTable, supplier: string, before: ChangeNumber, limit: number): ImportRow[] {
  const range = textsWithPrefix(`${supplier}${SEPARATOR}`)
  const keys = [...table.getKeys(before === 0 ? range : { ...range, end: importKey({ supplier, change: before }) })]
  return keys
    .slice(-limit)
    .reverse()
    .flatMap((key) => {
      const value = table.get(key)
      return value === undefined ? [] : decodeJson<ImportRow>(value, `An import of ${supplier}`)
    })
}
