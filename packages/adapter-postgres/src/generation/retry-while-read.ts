import type { Lifetime } from '@utpid/core/storage'
import { physicalTables } from '../commit/swap-sets.ts'
import type { Backoff } from '../connection/backoff.ts'
import type { Database } from '../connection/database.ts'
import { wasLockedOut } from '../connection/postgres-failure.ts'
import type { Tables } from '../tables/tables.ts'

interface ReadParts {
  readonly lifetime: Lifetime
  readonly database: Database
  readonly tables: Tables
}

/**
 * Runs a function that changes views or empties tables. If other transactions block the function, retries it after they
 * have ended. No locks are held during the wait, so others can read and write.
 *
 * @param work - Writes completely or not at all. Fails soon with the reason `lock` if it must wait.
 */
export async function retryWhileRead<T>(parts: ReadParts, backoff: Backoff, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!wasLockedOut(error) || backoff.isOver) throw error
      let readers = await readersOf(parts)
      do {
        await backoff.pause()
        parts.lifetime.check()
        readers = await readersOf(parts, readers)
      } while (readers.length > 0 && !backoff.isOver)
    }
  }
}

/**
 * Returns the open transactions that have read a set, by virtual transaction id. With `among`, returns only
 * transactions of this list.
 */
async function readersOf({ database, tables }: ReadParts, among?: readonly string[]): Promise<string[]> {
  const shown = [tables.derived, tables.spare, physicalTables(tables, 0), physicalTables(tables, 1)]
  const rows = await database.query<{ name: string }>(
    `select distinct virtualtransaction as name from pg_locks
     where locktype = 'relation' and database = (select oid from pg_database where datname = current_database())
       and relation = any($1::regclass[]::oid[]) and granted and ($2::text[] is null or virtualtransaction = any($2))`,
    [shown.flatMap((names) => Object.values(names)), among ?? null],
  )
  return rows.map(({ name }) => name)
}
