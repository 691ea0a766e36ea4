import { RegistryError } from '@utpid/core'
import type { StoredRow } from '@utpid/core/storage'
import type { RowWrite, ServiceStore } from './service-store.ts'
import type { ServiceRows, ServiceTable } from './service-tables.ts'

/** Of ten that change one row all the time each is the fastest once in ten tries: it takes many to be sure of one's turn. */
const ATTEMPTS = 500

/**
 * Changes a row by what it is, again whenever somebody else was faster.
 *
 * @param change - Gives the row as it shall be, with what else is written in the same step; undefined writes nothing.
 * @returns what `change` gave at last.
 * @throws `unavailable` when others are always faster.
 */
export async function updateRow<Table extends ServiceTable, Result>(
  store: ServiceStore,
  table: Table,
  key: string,
  change: (
    row: ServiceRows[Table] | undefined,
  ) => Changed<ServiceRows[Table], Result> | Promise<Changed<ServiceRows[Table], Result>>,
): Promise<Result | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [stored] = await store.read(table, [key])
    const changed = await change(stored?.row)
    if (changed === undefined) return undefined
    const write = { table, key, row: changed.row, expect: expectedOf(stored) } as RowWrite
    if ((await store.write([write, ...(changed.others ?? [])])) === undefined) return changed.result
  }
  throw new RegistryError('unavailable', `${key} is changed by too many at once; try again.`, {
    details: { reason: 'conflict' },
  })
}

type Changed<Row, Result> = RowChange<Row, Result> | undefined

/** What becomes of a row, and what is answered. */
export interface RowChange<Row, Result> {
  readonly row: Row
  readonly others?: readonly RowWrite[]
  readonly result: Result
}

function expectedOf(stored: StoredRow<unknown> | undefined): number | 'absent' {
  return stored === undefined ? 'absent' : stored.revision
}
