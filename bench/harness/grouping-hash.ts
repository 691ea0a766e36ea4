import { createHash } from 'node:crypto'
import { LIMITS, type Storage } from '@utpid/core'
import type { StoredRecord } from '@utpid/core/storage'

/** A hash of the clustering, independent of product ids. */
export async function groupingHash(storage: Storage): Promise<string> {
  const groups = new Map<number, string[]>()
  for await (const { row, link } of storedRecords(storage)) {
    if (link === undefined) continue
    const group = groups.get(link.productId) ?? []
    group.push(`${row.record.supplier} ${row.record.code}`)
    groups.set(link.productId, group)
  }
  const lines = [...groups.values()].map((group) => JSON.stringify(group.sort())).sort()
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

/** Yields every record of a registry, by id. */
export async function* storedRecords({ ledger }: Storage): AsyncGenerator<StoredRecord, void> {
  for (let after = -1; ; ) {
    const page = await ledger.scanRecords(after, LIMITS.rowsPerPage)
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < LIMITS.rowsPerPage) return
    after = last.row.id
  }
}
