import type { ScoringRow } from '@utpid/core'
import type { Connection } from '../database.ts'
import { textKey } from '../stored-text.ts'
import type { Tables } from '../tables.ts'
import { upsert } from '../upsert.ts'

/** Puts down models and epochs beside those there are. */
export async function putScorings(connection: Connection, tables: Tables, rows: readonly ScoringRow[]): Promise<void> {
  const byName = new Map(rows.map((row) => [textKey(row.name), JSON.stringify(row)]))
  await upsert(connection, tables.scorings, ['name text', 'content json'], ['name'], [...byName])
}
