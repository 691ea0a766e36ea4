import { RegistryError } from '@utpid/core'
import type { StoredRow } from '@utpid/core/storage'
import type { RowWrite, ServiceStore } from './service-store.ts'
import type { ServiceRows, ServiceTable } from './service-tables.ts'

/** Maximum attempts. With ten concurrent writers, one of ten attempts succeeds, so a writer may need many attempts. */
const MAX_ATTEMPTS = 500

/**
 * Updates a row based on its current state, and retries on conflict.
 *
 * @param change - Returns the new row and further writes of the same transaction; undefined writes nothing.
 * @returns the result of the last call of `change`.
 * @throws `unavailable` if all attempts conflict.
 */
export async function updateRow<Table extends ServiceTable, Result>(
  store: ServiceStore,
  table: Table,
  key: string,
  change: (
    row: ServiceRows[Table] | undefined,
  ) => UpdateResult<ServiceRows[Table], Result> | Promise<UpdateResult<ServiceRows[Table], Result>>,
): Promise<Result | undefined> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const [stored] = await store.read(table, [key])
    const changed = await change(stored?.row)
    if (changed === undefined) return undefined
    const write = { table, key, row: changed.row, expect: expectedOf(stored) } as RowWrite
    if ((await store.write([write, ...(changed.others ?? [])])) === undefined) return changed.result
  }
  throw new RegistryError('unavailable', `Too many concurrent changes of ${key}; try again.`, {
    details: { reason: 'conflict' },
  })
}

type UpdateResult<Row, Result> = RowChange<Row, Result> | undefined

/** The new state of a row, and the result of the update. */
export interface RowChange<Row, Result> {
  readonly row: Row
  readonly others?: readonly RowWrite[]
  readonly result: Result
}

function expectedOf(stored: StoredRow<unknown> | undefined): number | 'absent' {
  return stored === undefined ? 'absent' : stored.revision
}
