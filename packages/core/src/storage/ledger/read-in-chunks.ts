import { LIMITS } from '../../model/limits.ts'

/**
 * Reads any number of ids with a batch read that accepts at most `LIMITS.idsPerRead` ids. The result is in input order.
 */
export async function readInChunks<Id, Row>(
  ids: readonly Id[],
  read: (ids: readonly Id[]) => Promise<Row[]>,
  size: number = LIMITS.idsPerRead,
): Promise<Row[]> {
  if (ids.length <= size) return ids.length === 0 ? [] : read(ids)
  const rows: Row[] = []
  for (let from = 0; from < ids.length; from += size) rows.push(...(await read(ids.slice(from, from + size))))
  return rows
}
