/**
 * `cost-once.ts SEED RECORDS`: measures the cost of single decisions and upserts in a registry of this many records on
 * disk. Also measures the clustering of one component of 500 records. Prints a {@link CostRun}.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDurableStorage } from '@utpid/adapter-folder'
import { createRegistry, LIMITS, type Registry } from '@utpid/core'
import { toRecord } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import { generateFeeds } from '@utpid/generator'
import type { FeedRow } from '../feeds/feed-row.ts'
import { quantile } from '../harness/quantile.ts'
import { seededRandom } from '../harness/seeded-random.ts'

export interface Cost {
  readonly times: number
  /** Milliseconds of one operation, including its flush to disk. */
  readonly p50: number
  readonly p99: number
  /** Mean CPU milliseconds of one operation, of all threads. */
  readonly cpu: number
}

export interface CostRun {
  readonly records: number
  readonly merge: Cost
  readonly undo: Cost
  readonly dismiss: Cost
  readonly upsert: Cost
  /** An upsert in a component of `LIMITS.recordsPerComponent`, which reclusters the whole component. */
  readonly component: Cost & { readonly size: number }
}

const TIMES = 200
const COMPONENT_TIMES = 20
const WARM_UP = 20
const METERS_PER_DEGREE = 111_320

const [seed, records] = process.argv.slice(2).map(Number)
if (seed === undefined || records === undefined) throw new Error('cost-once.ts SEED RECORDS')

const folder = await mkdtemp(join(tmpdir(), 'utpid-bench-'))
try {
  process.stdout.write(JSON.stringify(await measure(seed, records, folder)))
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function measure(seed: number, count: number, folder: string): Promise<CostRun> {
  const storage = await openDurableStorage(folder)
  await using registry = await createRegistry({ storage, gazetteer: loadGazetteer() })
  const feed: FeedRow[] = []
  for (const row of generateFeeds({ seed, products: count }).records) {
    if (feed.length === count) break
    feed.push(toRecord({ ...row }))
  }
  await registry.import(feed)
  const random = seededRandom(seed)
  const by = { by: 'bench' }
  const pairs = await openPairs(registry, random)
  const merged: number[] = []
  const half = Math.floor(pairs.length / 2)
  const merge = await timed(pairs.slice(0, half), async ([a, b]) => {
    merged.push((await registry.merge(a, b, by)).change)
  })
  const undo = await timed(merged, async (change) => void (await registry.undo(change, by)))
  const dismiss = await timed(pairs.slice(half), async ([a, b]) => void (await registry.dismiss(a, b, by)))
  const changed = Array.from({ length: TIMES + WARM_UP }, () => {
    const row = feed[Math.floor(random() * feed.length)] as FeedRow
    return { ...row, rooms: 1 + Math.floor(random() * 900) }
  })
  const upsert = await timed(changed, async (row) => void (await registry.upsert(row)))
  const crowd = oneComponent(random)
  await registry.import(crowd)
  const again = Array.from({ length: COMPONENT_TIMES + WARM_UP }, (_, at) => ({
    ...(crowd[at * 7] as FeedRow),
    rooms: 1 + Math.floor(random() * 900),
  }))
  const component = await timed(again, async (row) => void (await registry.upsert(row)))
  return { records: feed.length, merge, undo, dismiss, upsert, component: { ...component, size: crowd.length } }
}

async function timed<Item>(items: readonly Item[], run: (item: Item) => Promise<void>): Promise<Cost> {
  const warm = Math.min(WARM_UP, Math.floor(items.length / 4))
  for (const item of items.slice(0, warm)) await run(item)
  const times: number[] = []
  const before = process.cpuUsage()
  for (const item of items.slice(warm)) {
    const started = performance.now()
    await run(item)
    times.push(performance.now() - started)
  }
  const { user, system } = process.cpuUsage(before)
  return {
    times: times.length,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    cpu: (user + system) / 1_000 / times.length,
  }
}

/** Returns pairs of products with an open alert. Each product occurs once. */
async function openPairs(registry: Registry, random: () => number): Promise<[string, string][]> {
  const seen = new Set<string>()
  const pairs: [string, string][] = []
  for (let offset = 0; pairs.length < 2 * (TIMES + WARM_UP); offset += LIMITS.rowsPerPage) {
    const { alerts } = await registry.alerts({ order: 'confidence', offset, limit: LIMITS.rowsPerPage })
    if (alerts.length === 0) break
    for (const { utpids } of alerts) {
      if (utpids.some((utpid) => seen.has(utpid))) continue
      for (const utpid of utpids) seen.add(utpid)
      pairs.push([...utpids])
    }
  }
  return pairs.sort(() => random() - 0.5).slice(0, 2 * (TIMES + WARM_UP))
}

/** Returns records along a street, each similar to its neighbours. They are one component with many products. */
function oneComponent(random: () => number): FeedRow[] {
  return Array.from({ length: LIMITS.recordsPerComponent }, (_, at) => ({
    supplier: `street-${at % 5}`,
    code: `c${at}`,
    name: `Corvina Halcyon ${['Rooms', 'Suites', 'Lodge', 'House'][at % 4]}`,
    category: 'hotel',
    location: {
      city: 'Boston',
      country: 'US',
      coordinates: [42.3601 + (at * 12) / METERS_PER_DEGREE, -71.0602 + (random() * 10) / METERS_PER_DEGREE],
    },
  }))
}
