import { RegistryError } from '@utpid/core'
import type { ChangeNumber } from '@utpid/core/storage'
import { damagedRow, decodeNumber } from '../rows/row-encoding.ts'
import { idKey, idOf } from '../rows/row-keys.ts'
import { HEAD_KEY, type LedgerTables, type LmdbTables, LOAD_KEY } from './lmdb-tables.ts'
import { countsIn } from './row-counts.ts'

/** Tables that can be rebuilt from the others, by their names in the file. */
const DERIVED: readonly string[] = [
  'codes',
  'edgesReverse',
  'edgesReverse.second',
  'judgementsReverse',
  'counters',
  'words',
  'words.second',
  'idempotencyKeysByChange',
  'decisionOrder',
]

/** A table whose number of rows differs from its stored row count. */
export interface WrongCount {
  readonly name: string
  readonly has: number
  readonly wanted: number
  /**
   * The kind of the table. `derived`: it can be rebuilt from other tables. `spare`: it belongs to an inactive index
   * generation and can be dropped.
   */
  readonly kind: 'truth' | 'derived' | 'spare'
}

/**
 * Returns the tables whose number of rows differs from the stored row count. The time does not depend on the ledger's
 * size.
 *
 * @throws `storage_corrupt`
 */
export function wrongCounts({ table, spare, named }: Pick<LmdbTables, 'table' | 'spare' | 'named'>): WrongCount[] {
  const counts = countsIn(table.meta)
  if (counts === undefined) throw damagedRow('The ledger lost its row counts')
  const spares = new Set(Object.values(spare))
  return [...named].flatMap(([name, rows]): WrongCount[] => {
    const [has, wanted] = [rows.entries, counts.get(name) ?? 0]
    if (has === wanted) return []
    return [{ name, has, wanted, kind: spares.has(rows) ? 'spare' : DERIVED.includes(name) ? 'derived' : 'truth' }]
  })
}

/**
 * Checks that a ledger has as many rows as were written, and that its change feed has no gaps.
 *
 * @param isFolder - Whether derived data can be rebuilt in place.
 * @throws `storage_corrupt`
 */
export function checkRowCounts(tables: LmdbTables, isFolder: boolean): void {
  const { changes } = tables.table
  const counts = wrongCounts(tables)
  const lost = counts.find(({ kind }) => kind === 'truth')
  const wrong = lost ?? counts[0]
  if (wrong !== undefined) {
    const what = `Table "${wrong.name}" has ${rowsText(wrong.has)}, but ${rowsText(wrong.wanted)} were written to it`
    if (lost !== undefined || !isFolder) throw damagedRow(what)
    throw new RegistryError(
      'storage_corrupt',
      `${what}. It can be rebuilt from other tables: run "utpid check --repair", or open the storage with { damaged: 'open' } and call check({ repair: true }).`,
    )
  }
  const head = headIn(tables)
  for (const first of changes.getKeys({ limit: 1 })) {
    // Checks that the change feed has every change from its oldest to the last one.
    if (changes.entries === head - idOf(first) + 1 && changes.doesExist(idKey(head))) continue
    throw damagedRow(`The change feed does not have every change from ${idOf(first)} to ${head}`)
  }
}

/** Returns the last change of a ledger; 0 if it has none. @throws `storage_corrupt` */
export function headIn({ table }: Pick<LedgerTables, 'table'>): ChangeNumber {
  const head = table.meta.get(HEAD_KEY)
  if (head !== undefined) return decodeNumber(head, 'The head')
  // Accepts a missing change number during a load, which writes this number last.
  const isWritten = table.records.entries > 0 || table.changes.entries > 0
  if (isWritten && !table.meta.doesExist(LOAD_KEY)) throw damagedRow('The ledger lost the number of its last change')
  return 0
}

function rowsText(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`
}
