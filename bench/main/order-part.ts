import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry } from '@utpid/core'
import { toRecord } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import { generateFeeds } from '@utpid/generator'
import { batchSizeOf } from '../feeds/batch-size.ts'
import { type FeedRow, latestOfEachCode } from '../feeds/feed-row.ts'
import { parisRows } from '../feeds/paris-rows.ts'
import { clusteringHash } from '../harness/clustering-hash.ts'
import type { Part, PartContext, PartResult } from '../harness/part.ts'
import { barRow, plainRow, type Row } from '../harness/row.ts'
import { seededRandom, shuffled } from '../harness/seeded-random.ts'

const ORDERS = 10

/** Imports the same records in many orders and batch sizes. They must give the same clusters. */
export const orderPart: Part = {
  name: 'order',
  needsData: false,
  withoutData: 'only generated feeds, because UTPID_DATA is not set.',
  run: async (context): Promise<PartResult> => {
    const { data, seed } = context
    const generated = [...generateFeeds({ seed }).records].map((record) => toRecord({ ...record }))
    const sets = [
      ...(data === undefined
        ? []
        : [{ name: 'Paris', records: latestOfEachCode([...(await parisRows(data)).values()].flat()) }]),
      { name: 'generated', records: latestOfEachCode(generated) },
    ]
    const rows: Row[] = []
    for (const { name, records } of sets) {
      const groupings = await groupingsOf(name, records, context)
      const id = `order.${name.toLowerCase()}`
      const distinct = new Set(groupings).size
      rows.push(plainRow(`${id}.records`, `${name}: records in ${ORDERS} orders`, records.length, 'count'))
      rows.push(barRow(id, `${name}: distinct groupings`, distinct, 'count', ['=', 1]))
    }
    return { n: Math.max(...sets.map(({ records }) => records.length)), rows }
  },
}

async function groupingsOf(name: string, records: readonly FeedRow[], { seed, say }: PartContext): Promise<string[]> {
  const random = seededRandom(seed)
  const groupings: string[] = []
  for (let order = 0; order < ORDERS; order++) {
    const batchSize = batchSizeOf(order, random)
    const storage = createMemoryStorage()
    const registry = await createRegistry({ storage, gazetteer: loadGazetteer() })
    await registry.import(shuffled(records, random), { batchSize })
    const grouping = await clusteringHash(storage)
    await registry.close()
    groupings.push(grouping)
    say(`order: ${name} ${order + 1} of ${ORDERS}, batches of ${batchSize}: clusters ${grouping.slice(0, 12)}`)
  }
  return groupings
}
