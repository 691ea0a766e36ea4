import { RegistryError } from '@utpid/core'
import { defined, MAX_READ_ROWS } from '@utpid/core/storage'
import type { RowWrite, ServiceStore } from '../store/service-store.ts'
import { MOMENTARY_TABLES, SERVICE_TABLES, type ServiceTable, UNSAVED_TABLES } from '../store/service-tables.ts'

/** A row with its table. */
export interface TableRow {
  readonly table: ServiceTable
  readonly key: string
  readonly row: unknown
}

const ROWS_AT_ONCE = 500

/**
 * Yields all durable rows of a service, table by table, without kept files. During concurrent writes, related rows may be read at different
 * times. Each single row is complete.
 */
export async function* serviceRows(store: ServiceStore): AsyncGenerator<TableRow, void> {
  for (const table of SERVICE_TABLES.names) {
    if (UNSAVED_TABLES.has(table)) continue
    let after: string | undefined
    for (;;) {
      const rows = await store.range(table, { limit: ROWS_AT_ONCE, ...defined({ after }) })
      for (const { key, row } of rows) yield { table, key, row }
      after = rows.at(-1)?.key
      if (rows.length < ROWS_AT_ONCE) break
    }
  }
}

/**
 * Restores rows into an empty service: all rows, or none.
 *
 * @returns the number of restored rows.
 * @throws `storage_not_empty`; errors of reading the rows.
 */
export async function restoreServiceRows(store: ServiceStore, rows: AsyncIterable<TableRow>): Promise<number> {
  await requireEmptyService(store)
  let count = 0
  let waiting: RowWrite[] = []
  const flush = async (): Promise<void> => {
    if (waiting.length > 0) await store.write(waiting)
    count += waiting.length
    waiting = []
  }
  try {
    for await (const { table, key, row } of rows) {
      if (!SERVICE_TABLES.names.includes(table)) {
        throw new RegistryError('validation_failed', `The service has no table "${String(table).slice(0, 60)}".`)
      }
      waiting.push({ table, key, row } as RowWrite)
      if (waiting.length === ROWS_AT_ONCE) await flush()
    }
    await flush()
  } catch (error) {
    await clearService(store)
    throw error
  }
  return count
}

/** Deletes every row, for example after a failed restore. */
export async function clearService(store: ServiceStore): Promise<void> {
  for (const table of SERVICE_TABLES.names)
    while ((await store.deleteRange(table, { limit: MAX_READ_ROWS })) === MAX_READ_ROWS);
}

/**
 * Requires that the store contains only plans and rows with the current state of processes. Those rows exist as soon as
 * a service is opened.
 * @throws `storage_not_empty`
 */
export async function requireEmptyService(store: ServiceStore): Promise<void> {
  for (const table of SERVICE_TABLES.names) {
    if (table === 'plans' || MOMENTARY_TABLES.has(table) || (await store.range(table, { limit: 1 })).length === 0)
      continue
    throw new RegistryError('storage_not_empty', 'The service already has rows; restore a backup into an empty one.')
  }
}
