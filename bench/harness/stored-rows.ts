import { createHash } from 'node:crypto'
import { LIMITS, type Storage } from '@utpid/core'
import type { GoldenRecord, ProductRow, StoredRecord } from '@utpid/core/storage'

/** Yields every record of a registry, by id. */
export async function* storedRecords({ ledger }: Pick<Storage, 'ledger'>): AsyncGenerator<StoredRecord, void> {
  yield* pages(
    (after) => ledger.scanRecords(after, LIMITS.rowsPerPage),
    ({ row }) => row.id,
  )
}

/** Yields every product of a registry, by id. */
export async function* storedProducts({ ledger }: Pick<Storage, 'ledger'>): AsyncGenerator<ProductRow, void> {
  yield* pages(
    (after) => ledger.scanProducts(after, LIMITS.rowsPerPage),
    ({ id }) => id,
  )
}

/** Returns the golden record of every n-th product of a registry, up to a maximum number. */
export async function sampledProducts(
  storage: Pick<Storage, 'ledger'>,
  n: number,
  max: number,
): Promise<GoldenRecord[]> {
  const shown: GoldenRecord[] = []
  let at = 0
  for await (const product of storedProducts(storage)) {
    if (at++ % n === 0) shown.push(product.goldenRecord)
    if (shown.length >= max) break
  }
  return shown
}

/** Returns the records of each product, as texts of supplier and code in order. */
export async function clustersOf(storage: Pick<Storage, 'ledger'>): Promise<Map<number, string[]>> {
  const clusters = new Map<number, string[]>()
  for await (const { row, link } of storedRecords(storage)) {
    if (link === undefined) continue
    const cluster = clusters.get(link.productId) ?? []
    cluster.push(`${row.record.supplier} ${row.record.code}`)
    clusters.set(link.productId, cluster)
  }
  for (const cluster of clusters.values()) cluster.sort()
  return clusters
}

/** Returns a hash of the clustering that does not depend on product ids. */
export async function clusteringHash(storage: Pick<Storage, 'ledger'>): Promise<string> {
  const lines = [...(await clustersOf(storage)).values()].map((cluster) => JSON.stringify(cluster)).sort()
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

async function* pages<Item>(
  read: (after: number) => Promise<readonly Item[]>,
  idOf: (item: Item) => number,
): AsyncGenerator<Item, void> {
  for (let after = -1; ; ) {
    const page = await read(after)
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < LIMITS.rowsPerPage) return
    after = idOf(last)
  }
}
