import { join } from 'node:path'
import { openDurableStorage } from '@utpid/adapter-folder'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, type Storage } from '@utpid/core'
import { batchSizeOf } from '../feeds/feed-rows.ts'
import { part } from '../harness/part.ts'
import { seededRandom, shuffled } from '../harness/seeded-random.ts'
import { clusteringHash } from '../harness/stored-rows.ts'
import { withFolder } from '../harness/with-folder.ts'
import { identicalRecords } from './identical-records.ts'

const COUNTS = [2, 197, 205, 1_000]
const ORDERS = 10
const RESTARTS = 3
/** A flush costs the same for one record as for hundreds; smaller batches would only measure the disk. */
const MIN_DURABLE_BATCH = 25

/** Imports the same identical records in many orders and batch sizes, in memory and on disk with restarts. */
export const orderPart = part('order', async ({ seed, say }) => {
  const random = seededRandom(seed)
  let [most, alerts] = [0, 0]
  for (const count of COUNTS) {
    const { product, copies } = identicalRecords(count)
    const clusterings = new Set<string>()
    for (let order = 0; order < ORDERS; order++) {
      say(`order: ${count} identical records, order ${order + 1} of ${ORDERS}`)
      const records = shuffled([...product, ...copies], random)
      const batch = batchSizeOf(order, random)
      for (const { clustering, open } of [await inMemory(records, batch), await onDisk(records, batch)]) {
        clusterings.add(clustering)
        alerts = Math.max(alerts, open)
      }
    }
    most = Math.max(most, clusterings.size)
  }
  const what = `${ORDERS} orders and batchings of each crowd, in memory and on disk with restarts: groupings`
  return {
    n: Math.max(...COUNTS),
    rows: [
      ['order.groupings', what, most, 'count', '= 1'],
      ['order.alerts', '... open alerts, at most', alerts, 'count'],
    ],
  }
})

interface OrderResult {
  readonly clustering: string
  readonly open: number
}

async function inMemory(records: readonly object[], batchSize: number): Promise<OrderResult> {
  const storage = createMemoryStorage()
  await (await createRegistry({ storage })).import(records, { batchSize, termFrequencies: 'manual' })
  return await resultOf(storage)
}

function onDisk(records: readonly object[], batchSize: number): Promise<OrderResult> {
  return withFolder(async (folder) => {
    const place = join(folder, 'registry')
    const share = Math.ceil(records.length / (RESTARTS + 1))
    for (let from = 0; from < records.length; from += share) {
      await using registry = await createRegistry({ storage: await openDurableStorage(place) })
      await registry.import(records.slice(from, from + share), {
        batchSize: Math.max(MIN_DURABLE_BATCH, batchSize),
        termFrequencies: 'manual',
      })
    }
    const storage = await openDurableStorage(place)
    const result = await resultOf(storage)
    await storage.close()
    return result
  })
}

async function resultOf(storage: Storage): Promise<OrderResult> {
  return { clustering: await clusteringHash(storage), open: (await storage.ledger.counters()).get('alerts.open') ?? 0 }
}
