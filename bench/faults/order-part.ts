import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDurableStorage } from '@utpid/adapter-folder'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, type Storage } from '@utpid/core'
import { batchSizeOf } from '../feeds/batch-size.ts'
import { clusteringHash } from '../harness/clustering-hash.ts'
import type { Part, PartResult } from '../harness/part.ts'
import { barRow, plainRow } from '../harness/row.ts'
import { seededRandom, shuffled } from '../harness/seeded-random.ts'
import { identicalRecords } from './identical-records.ts'

const COUNTS = [2, 197, 205, 1_000] as const
const ORDERS = 10
const RESTARTS = 3
/** A flush costs the same for one record as for hundreds; smaller batches would only measure the disk. */
const MIN_DURABLE_BATCH = 25

/** Imports the same identical records in many orders and batch sizes, in memory and on disk with restarts. */
export const orderPart: Part = {
  name: 'order',
  needsData: false,
  run: async ({ seed, say }): Promise<PartResult> => {
    const random = seededRandom(seed)
    let most = 0
    let alerts = 0
    for (const count of COUNTS) {
      const { product, copies } = identicalRecords(count)
      const clusterings = new Set<string>()
      for (let order = 0; order < ORDERS; order++) {
        say(`order: ${count} identical records, order ${order + 1} of ${ORDERS}`)
        const records = shuffled([...product, ...copies], random)
        const batch = batchSizeOf(order, random)
        for (const live of [inMemory, onDisk]) {
          const { clustering, open } = await live(records, batch)
          clusterings.add(clustering)
          alerts = Math.max(alerts, open)
        }
      }
      most = Math.max(most, clusterings.size)
    }
    return {
      n: Math.max(...COUNTS),
      rows: [
        barRow(
          'order.groupings',
          `${ORDERS} orders and batchings of each crowd, in memory and on disk with restarts: groupings`,
          most,
          'count',
          ['=', 1],
        ),
        plainRow('order.alerts', '... open alerts, at most', alerts, 'count'),
      ],
    }
  },
}

interface OrderResult {
  readonly clustering: string
  readonly open: number
}

async function inMemory(records: readonly object[], batchSize: number): Promise<OrderResult> {
  const storage = createMemoryStorage()
  const registry = await createRegistry({ storage })
  await registry.import(records, { batchSize })
  return livedIn(storage)
}

async function onDisk(records: readonly object[], batchSize: number): Promise<OrderResult> {
  const folder = await mkdtemp(join(tmpdir(), 'utpid-faults-order-'))
  try {
    const share = Math.ceil(records.length / (RESTARTS + 1))
    for (let from = 0; from < records.length; from += share) {
      const registry = await createRegistry({ storage: await openDurableStorage(join(folder, 'registry')) })
      await registry.import(records.slice(from, from + share), { batchSize: Math.max(MIN_DURABLE_BATCH, batchSize) })
      await registry.close()
    }
    const storage = await openDurableStorage(join(folder, 'registry'))
    const lived = await livedIn(storage)
    await storage.close()
    return lived
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function livedIn(storage: Storage): Promise<OrderResult> {
  return { clustering: await clusteringHash(storage), open: (await storage.ledger.counters()).get('alerts.open') ?? 0 }
}
