import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, type Registry, type Storage, UTPID_FORMAT } from '@utpid/core'
import { toRecord } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import { generateFeeds } from '@utpid/generator'
import { type FeedRow, latestOfEachCode } from '../feeds/feed-row.ts'
import { clusteringHash } from '../harness/clustering-hash.ts'
import type { Part, PartResult } from '../harness/part.ts'
import { barRow, plainRow } from '../harness/row.ts'
import { seededRandom, shuffled } from '../harness/seeded-random.ts'

const RECORDS = 50_000
const PRODUCTS = 34_000
const BATCH_SIZES = [500, 37, 5_000] as const
const DECISIONS = 600
const UPDATED = 5_000

/**
 * Checks that clusters depend only on records and judgements: not on their order, nor on whether they come one by one
 * or at once.
 */
export const functionPart: Part = {
  name: 'function',
  needsData: false,
  run: async ({ seed, say }): Promise<PartResult> => {
    const random = seededRandom(seed)
    const generated = [...generateFeeds({ seed, products: PRODUCTS }).records].map((row) => toRecord({ ...row }))
    const records = latestOfEachCode(generated).slice(0, RECORDS)
    const clusterings: string[] = []
    let last: { storage: Storage; registry: Registry } | undefined
    for (const batchSize of BATCH_SIZES) {
      const storage = createMemoryStorage()
      const registry = await createRegistry({ storage, gazetteer: loadGazetteer() })
      await registry.import(shuffled(records, random), { batchSize })
      clusterings.push(await clusteringHash(storage))
      say(`function: batches of ${batchSize}: clusters ${clusterings.at(-1)?.slice(0, 12)}`)
      await last?.registry.close()
      last = { storage, registry }
    }
    const { storage, registry } = last as NonNullable<typeof last>
    const decided = await decide(registry, storage, random)
    await registry.import(shuffled(records, random).slice(0, UPDATED).map(changed))
    const incremental = await clusteringHash(storage)
    const { changedProducts } = await registry.reindex({ force: true })
    const atOnce = await clusteringHash(storage)
    await registry.close()
    return {
      n: records.length,
      rows: [
        barRow(
          'function.orders',
          'distinct groupings of three orders and batchings',
          new Set(clusterings).size,
          'count',
          ['=', 1],
        ),
        plainRow('function.decisions', 'decisions of people, then', decided, 'count'),
        plainRow('function.updated', '... records written again', UPDATED, 'count'),
        barRow(
          'function.at-once',
          'groupings: step by step, and all regrouped at once',
          new Set([incremental, atOnce]).size,
          'count',
          ['=', 1],
        ),
        barRow('function.changed', '... products that regrouping changed', changedProducts, 'count', ['=', 0]),
      ],
    }
  },
}

/** Merges and dismisses open alerts, and splits, pins and verifies some products. */
async function decide(registry: Registry, { ledger }: Storage, random: () => number): Promise<number> {
  const by = { by: 'bench' }
  let decided = 0
  for (let at = 0; at < DECISIONS; at++) {
    const { alerts } = await registry.alerts({ limit: 1, offset: at % 50 })
    const [alert] = alerts
    const way = Math.floor(random() * 4)
    if (alert !== undefined && way < 2) {
      const report = await registry.resolve(alert.alertId, { ...by, resolution: way === 0 ? 'merge' : 'dismiss' })
      if (report.changed) decided++
      continue
    }
    const page = await ledger.scanProducts(Math.floor(random() * 2 ** 50), 50)
    const row = page.find(({ records }) => (way === 2 ? records.length > 2 : true))
    if (row === undefined) continue
    const utpid = UTPID_FORMAT.format(row.id)
    if (way === 3) await registry.verify(utpid, by)
    else {
      const [stored] = await ledger.getRecords(row.records.slice(-1))
      // A split that contradicts an earlier judgement is rejected, as it should be.
      const refused = await registry.split(utpid, [stored?.row.record ?? { supplier: '', code: '' }], by).then(
        () => false,
        (error: { code?: string }) => error.code === 'judgement_conflict',
      )
      if (refused) continue
    }
    decided++
  }
  return decided
}

/** Returns a slightly changed version of a record: moved by a few metres. */
function changed(row: FeedRow): FeedRow {
  const location = row.location as { readonly coordinates?: readonly [number, number] } | undefined
  if (location?.coordinates === undefined) return { ...row, rooms: 77 }
  const [latitude, longitude] = location.coordinates
  return { ...row, location: { ...location, coordinates: [latitude + 0.0003, longitude] } }
}
