import { setImmediate } from 'node:timers/promises'
import type { Table } from '../tables/lmdb-tables.ts'

/** The number of rows to read before a pause. Reading them takes some milliseconds. */
const ROWS_PER_SLICE = 1_000

/** Receives progress; throws to stop the scan. */
export type Tick = (rows: number) => void

/** Yields every row of a table, with pauses for other tasks. */
export async function* rowsOfTable(table: Table, tick: Tick): AsyncGenerator<{ key: Buffer; value: Buffer }> {
  for (let after: Buffer | undefined; ; ) {
    const start = after === undefined ? {} : { start: after, exclusiveStart: true }
    const page = [...table.getRange({ ...start, limit: ROWS_PER_SLICE })]
    yield* page
    tick(page.length)
    after = page.at(-1)?.key
    if (after === undefined) return
    await setImmediate()
  }
}
