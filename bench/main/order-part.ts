import { batchSizeOf, type FeedRow, generatedRows, latestOfEachCode } from '../feeds/feed-rows.ts'
import { parisRows } from '../feeds/paris.ts'
import { inMemory } from '../feeds/registries.ts'
import { type PartContext, partlyDataPart } from '../harness/part.ts'
import type { Figure } from '../harness/row.ts'
import { seededRandom, shuffled } from '../harness/seeded-random.ts'
import { clusteringHash } from '../harness/stored-rows.ts'

const ORDERS = 10
const WITHOUT_DATA = 'only generated feeds, because UTPID_DATA is not set.'

/** Imports the same records in many orders and batch sizes. They must give the same clusters. */
export const orderPart = partlyDataPart('order', WITHOUT_DATA, async (context) => {
  const { data, seed } = context
  const paris = data === undefined ? {} : { Paris: [...(await parisRows(data)).values()].flat() }
  const rows: Figure[] = []
  let n = 0
  for (const [name, all] of Object.entries({ ...paris, generated: generatedRows({ seed }) })) {
    const records = latestOfEachCode(all)
    const id = `order.${name.toLowerCase()}`
    const distinct = new Set(await clusteringsOf(name, records, context)).size
    rows.push([`${id}.records`, `${name}: records in ${ORDERS} orders`, records.length, 'count'])
    rows.push([id, `${name}: distinct groupings`, distinct, 'count', '= 1'])
    n = Math.max(n, records.length)
  }
  return { n, rows }
})

async function clusteringsOf(name: string, records: readonly FeedRow[], { seed, say }: PartContext): Promise<string[]> {
  const random = seededRandom(seed)
  const clusterings: string[] = []
  for (let order = 0; order < ORDERS; order++) {
    const batchSize = batchSizeOf(order, random)
    await using filled = await inMemory(shuffled(records, random), { batchSize })
    const clustering = await clusteringHash(filled.storage)
    clusterings.push(clustering)
    say(`order: ${name} ${order + 1} of ${ORDERS}, batches of ${batchSize}: clusters ${clustering.slice(0, 12)}`)
  }
  return clusterings
}
