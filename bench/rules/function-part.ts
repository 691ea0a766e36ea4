import { type Registry, type Storage, UTPID_FORMAT } from '@utpid/core'
import { type FeedRow, generatedRows, latestOfEachCode } from '../feeds/feed-rows.ts'
import { inMemory } from '../feeds/registries.ts'
import { part } from '../harness/part.ts'
import { below } from '../harness/row.ts'
import { seededRandom, shuffled } from '../harness/seeded-random.ts'
import { clusteringHash } from '../harness/stored-rows.ts'

const RECORDS = 50_000
const PRODUCTS = 34_000
const BATCH_SIZES = [500, 37]
const LAST_BATCH_SIZE = 5_000
const DECISIONS = 600
const UPDATED = 5_000

/**
 * Checks that clusters depend only on records and judgements: not on their order, nor on whether they come one by one
 * or at once.
 */
export const functionPart = part('function', async ({ seed, say }) => {
  const random = seededRandom(seed)
  const records = latestOfEachCode(generatedRows({ seed, products: PRODUCTS })).slice(0, RECORDS)
  const clusterings = new Set<string>()
  for (const batchSize of BATCH_SIZES) {
    await using filled = await inMemory(shuffled(records, random), { batchSize })
    const clustering = await clusteringHash(filled.storage)
    clusterings.add(clustering)
    say(`function: batches of ${batchSize}: clusters ${clustering.slice(0, 12)}`)
  }
  await using filled = await inMemory(shuffled(records, random), { batchSize: LAST_BATCH_SIZE })
  const { storage, registry } = filled
  clusterings.add(await clusteringHash(storage))
  const decided = await decide(registry, storage, random)
  await registry.import(shuffled(records, random).slice(0, UPDATED).map(changed))
  const incremental = await clusteringHash(storage)
  const { changedProducts } = await registry.reindex({ force: true })
  const ways = new Set([incremental, await clusteringHash(storage)]).size
  const rows = below('function', [
    ['orders', 'distinct groupings of three orders and batchings', clusterings.size, 'count', '= 1'],
    ['decisions', 'decisions of people, then', decided, 'count'],
    ['updated', '... records written again', UPDATED, 'count'],
    ['at-once', 'groupings: step by step, and all regrouped at once', ways, 'count', '= 1'],
    ['changed', '... products that regrouping changed', changedProducts, 'count', '= 0'],
  ])
  return { n: records.length, rows }
})

/** Merges and dismisses open alerts, and splits, pins and verifies some products. */
async function decide(registry: Registry, { ledger }: Storage, random: () => number): Promise<number> {
  const by = { actor: 'bench' }
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
