/**
 * Imports records into a registry in memory and prints the time and what the registry stores. The script uses only
 * functions that the earlier commit also has.
 *
 * registry-once.ts FEED..., or registry-once.ts generated SEED PRODUCTS
 */
import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, LIMITS } from '@utpid/core'
import { readFeed, toRecord } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import { generateFeeds } from '@utpid/generator'

/** Share of generated products in dense districts, where components are large. */
const DENSE = 0.2

const given = process.argv.slice(2)
const records: Record<string, unknown>[] = []
if (given[0] === 'generated') {
  const [, seed, products] = given
  const feeds = generateFeeds({ seed: Number(seed), products: Number(products), dense: DENSE })
  for (const record of feeds.records) records.push(toRecord({ ...record }))
} else {
  for (const feed of given) {
    for await (const item of readFeed(feed)) if ('record' in item) records.push(item.record)
  }
}
const storage = createMemoryStorage()
const registry = await createRegistry({ storage, gazetteer: loadGazetteer() })
const begun = process.cpuUsage()
await registry.import(records)
const { user, system } = process.cpuUsage(begun)

let [stored, edges, featureBytes, after] = [0, 0, 0, -1]
/** The parent of each record in its tree of connected records. */
const parents = new Map<number, number>()
const rootOf = (id: number): number => {
  let at = id
  for (let parent = parents.get(at) ?? at; parent !== at; parent = parents.get(at) ?? at) {
    parents.set(at, parents.get(parent) ?? parent)
    at = parent
  }
  return at
}
for (;;) {
  const page = await storage.ledger.scanRecords(after, LIMITS.rowsPerPage)
  const ids = page.map(({ row }) => row.id)
  const lists = await storage.ledger.edges(ids)
  for (const [at, { row }] of page.entries()) {
    stored++
    featureBytes += row.features.length
    for (const { a, b } of lists[at] ?? []) {
      // The edge is in the lists of both records.
      if (a === row.id) edges++
      parents.set(rootOf(a), rootOf(b))
    }
  }
  if (page.length < LIMITS.rowsPerPage) break
  after = ids.at(-1) ?? after
}
const sizes = new Map<number, number>()
for (const id of parents.keys()) sizes.set(rootOf(id), (sizes.get(rootOf(id)) ?? 0) + 1)
console.log(
  JSON.stringify({
    records: stored,
    importSeconds: (user + system) / 1e6,
    edges,
    featureBytes,
    largeComponents: [...sizes.values()].filter((size) => size > LIMITS.recordsPerComponent).length,
    largestComponent: Math.max(1, ...sizes.values()),
  }),
)
