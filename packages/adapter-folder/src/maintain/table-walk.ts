import { setImmediate } from 'node:timers/promises'
import type { Table } from '../tables/lmdb-tables.ts'

/** Rows that are read before others get a turn: some milliseconds. */
const ROWS_AT_ONCE = 1_000

/** Told how far it is; ends the walk by throwing. */
export type Tick = (rows: number) => void

/** Every row of a table, with other work in between. */
export async function* rowsOfTable(table: Table, tick: Tick): AsyncGenerator<{ key: Buffer; value: Buffer }> {
  for (let after: Buffer | undefined; ; ) {
    const start = after === undefined ? {} : { start: after, exclusiveStart: true }
    const page = [...table.getRange({ ...start, limit: ROWS_AT_ONCE })]
    yield* page
    tick(page.length)
    after = page.at(-1)?.key
    if (after === undefined) return
    await setImmediate()
  }
}
