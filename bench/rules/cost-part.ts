import { openDurableStorage } from '@utpid/adapter-folder'
import { LIMITS, type Registry } from '@utpid/core'
import { toRecord } from '@utpid/feed'
import { generateFeeds } from '@utpid/generator'
import type { FeedRow } from '../feeds/feed-rows.ts'
import { openRegistry } from '../feeds/registries.ts'
import { childTask, runTask } from '../harness/child-task.ts'
import { part } from '../harness/part.ts'
import { below, type Figure } from '../harness/row.ts'
import { picker, seededRandom } from '../harness/seeded-random.ts'
import { cpuSeconds, type Spread, spread, timeEach } from '../harness/statistics.ts'
import { withFolder } from '../harness/with-folder.ts'

const RECORDS = 200_000
const TIMES = 200
const COMPONENT_TIMES = 20
const WARM_UP = 20
const METERS_PER_DEGREE = 111_320
const KINDS = ['merge', 'undo', 'dismiss', 'upsert'] as const

/** Milliseconds of one operation, including its flush to disk, and its mean CPU milliseconds of all threads. */
type Cost = Spread & { readonly cpu: number }

/** Measures the cost of one decision in a large registry. */
export const costPart = part('cost', async ({ seed, say }) => {
  say(`cost: ${RECORDS} generated records on disk, then single decisions and upserts`)
  const run = runTask(costTask, seed, RECORDS)
  const component = `a record of a component of ${LIMITS.recordsPerComponent} is written: median`
  const rows = below('cost', [
    ...KINDS.flatMap((kind): Figure[] => [
      [kind, `${kind} at ${RECORDS} records, on disk: median`, run[kind].p50, 'ms', '<= 5'],
      [`${kind}-p99`, '... p99', run[kind].p99, 'ms'],
      [`${kind}-cpu`, '... processor time of one', run[kind].cpu, 'ms'],
    ]),
    ['component', component, run.component.p50, 'ms', '<= 100'],
    ['component-p99', '... p99', run.component.p99, 'ms'],
  ])
  return { n: RECORDS, rows }
})

/**
 * Measures single decisions and upserts in a registry on disk. Also measures upserts in a component of the maximum size,
 * each of which reclusters the whole component.
 */
const costTask = childTask(import.meta, 'cost', (seed: number, count: number) =>
  withFolder(async (folder) => {
    await using registry = await openRegistry(await openDurableStorage(folder))
    const feed: FeedRow[] = []
    for (const row of generateFeeds({ seed, products: count }).records) {
      if (feed.length === count) break
      feed.push(toRecord({ ...row }))
    }
    await registry.import(feed)
    const random = seededRandom(seed)
    const by = { actor: 'bench' }
    const pairs = await openPairs(registry, random)
    const half = Math.floor(pairs.length / 2)
    const merged: number[] = []
    const merge = await costOf(pairs.slice(0, half), async ([a, b]) =>
      merged.push((await registry.merge(a, b, by)).change),
    )
    const undo = await costOf(merged, (change) => registry.undo(change, by))
    const dismiss = await costOf(pairs.slice(half), ([a, b]) => registry.dismiss(a, b, by))
    const changed = (row: FeedRow): FeedRow => ({ ...row, rooms: 1 + Math.floor(random() * 900) })
    const pick = picker(random)
    const rows = Array.from({ length: TIMES + WARM_UP }, () => changed(pick(feed)))
    const upsert = await costOf(rows, (row) => registry.upsert(row))
    const crowd = oneComponent(random)
    await registry.import(crowd)
    const again = Array.from({ length: COMPONENT_TIMES + WARM_UP }, (_, at) => changed(crowd[at * 7] as FeedRow))
    const component = await costOf(again, (row) => registry.upsert(row))
    return { merge, undo, dismiss, upsert, component }
  }),
)

async function costOf<Item>(items: readonly Item[], run: (item: Item) => Promise<unknown>): Promise<Cost> {
  const warm = Math.min(WARM_UP, Math.floor(items.length / 4))
  for (const item of items.slice(0, warm)) await run(item)
  const before = cpuSeconds()
  const times = await timeEach(items.slice(warm), run)
  return { ...spread(times), cpu: ((cpuSeconds() - before) * 1_000) / times.length }
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
