import type { ChangeNumber } from '@utpid/core'
import { HEAD_KEY, type LedgerTables, type LmdbTables, LOAD_KEY } from './lmdb-tables.ts'
import { countsIn } from './row-counts.ts'
import { damagedRow, decodeNumber } from './row-encoding.ts'
import { idKey, idOf } from './row-keys.ts'

/** A table that has another number of rows than was written. */
export interface WrongCount {
  readonly name: string
  readonly has: number
  readonly wanted: number
}

/**
 * Tables that have another number of rows than was written. It takes as long for a large ledger as for a small one.
 *
 * @throws `storage_corrupt`
 */
export function wrongCounts({ table, named }: Pick<LmdbTables, 'table' | 'named'>): WrongCount[] {
  const counts = countsIn(table.meta)
  if (counts === undefined) throw damagedRow('The ledger does not say how many rows it has')
  return [...named].flatMap(([name, { entries: has }]) => {
    const wanted = counts.get(name) ?? 0
    return has === wanted ? [] : [{ name, has, wanted }]
  })
}

/**
 * Whether a ledger has as many rows as were written, and its feed each change from its first to the last.
 *
 * @throws `storage_corrupt`
 */
export function checkRowCounts(tables: LmdbTables): void {
  const { feed } = tables.table
  const [wrong] = wrongCounts(tables)
  if (wrong !== undefined) {
    throw damagedRow(
      `Table "${wrong.name}" has ${rowsText(wrong.has)}, and ${rowsText(wrong.wanted)} were written to it`,
    )
  }
  const head = headIn(tables)
  for (const first of feed.getKeys({ limit: 1 })) {
    // Each change from the first that it keeps to the last.
    if (feed.entries === head - idOf(first) + 1 && feed.doesExist(idKey(head))) continue
    throw damagedRow(`The feed does not have every change from ${idOf(first)} to ${head}`)
  }
}

/** The last change of a ledger; 0 of one that has none. @throws `storage_corrupt` */
export function headIn({ table }: Pick<LedgerTables, 'table'>): ChangeNumber {
  const head = table.meta.get(HEAD_KEY)
  if (head !== undefined) return decodeNumber(head, 'The head')
  // A load fills the tables before it says of which change they are.
  const isWritten = table.records.entries > 0 || table.feed.entries > 0
  if (isWritten && !table.meta.doesExist(LOAD_KEY)) throw damagedRow('The ledger lost the number of its last change')
  return 0
}

function rowsText(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`
}
