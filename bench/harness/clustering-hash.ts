import { createHash } from 'node:crypto'
import { LIMITS, type Storage } from '@utpid/core'
import type { StoredRecord } from '@utpid/core/storage'

/** Returns a hash of the clustering that does not depend on product ids. */
export async function clusteringHash(storage: Storage): Promise<string> {
  const clusters = new Map<number, string[]>()
  for await (const { row, link } of storedRecords(storage)) {
    if (link === undefined) continue
    const cluster = clusters.get(link.productId) ?? []
    cluster.push(`${row.record.supplier} ${row.record.code}`)
    clusters.set(link.productId, cluster)
  }
  const lines = [...clusters.values()].map((cluster) => JSON.stringify(cluster.sort())).sort()
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
