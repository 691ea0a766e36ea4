import { openDurableStorage } from '@utpid/adapter-folder'
import { toRecord } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import { generateFeeds } from '@utpid/generator'
import { type FeedRow, withoutCode } from '../feeds/feed-rows.ts'
import { openRegistry } from '../feeds/registries.ts'
import { childTask, runTask } from '../harness/child-task.ts'
import { load } from '../harness/machine.ts'
import { part } from '../harness/part.ts'
import { below, count, type Figure } from '../harness/row.ts'
import { overRuns, secondsSince, spread, timeEach } from '../harness/statistics.ts'
import { sampledProducts } from '../harness/stored-rows.ts'
import { withFolder } from '../harness/with-folder.ts'
import { measureSearch, searchQueries } from './search-speed.ts'

const RECORDS = 200_000
const RUNS = 3
/** One in this many records is not imported, but used as a match query. */
const HELD_BACK = 90
/** The first matches only warm up, since a server has usually run for a while. */
const WARM_UP = 300
const SAMPLED_ONE_IN = 20

/** Importing, matching and searching in a large, durable registry of generated records. */
export const scalePart = part('scale', async ({ seed, say }) => {
  const runs = Array.from({ length: RUNS }, (_, at) => {
    const run = runTask(scaleTask, seed, RECORDS)
    say(`scale: ${at + 1} of ${RUNS}: ${Math.round(run.records / run.seconds)} records/s (load ${load()})`)
    return run
  })
  const [{ records, products, inputs, search }] = runs as [(typeof runs)[number]]
  const over = overRuns(runs)
  const searches = `search, ${count(search.queries)} queries, 20 bodies, exact total`
  const rows = below('scale', [
    ['products', `products of ${count(records)} generated records`, products, 'count'],
    ['import', 'import, durable', over((run) => run.records / run.seconds), 'records/s', '>= 2000'],
    ['import.slowest', '... the slowest tenth', over((run) => run.slowestTenthPerSecond), 'records/s'],
    ['memory', '... memory after it', over((run) => run.memoryMegabytes), 'MB'],
    ['match.p50', `match, ${count(inputs)} inputs, p50`, over(({ match }) => match.p50), 'ms', '<= 2'],
    ['match.p99', '... p99', over(({ match }) => match.p99), 'ms', '<= 15'],
    ['match.max', '... the slowest', over(({ match }) => match.max), 'ms'],
    ['search.p50', `${searches}, p50`, over((run) => run.search.p50), 'ms', '<= 2'],
    ['search.p99', '... p99', over((run) => run.search.p99), 'ms', '<= 40'],
    ...search.byKind.map(({ kind }, at): Figure => {
      const p99 = over((run) => run.search.byKind[at]?.p99 ?? Number.NaN)
      return [`search.${kind.replaceAll(' ', '-')}.p99`, `... ${kind}, p99`, p99, 'ms']
    }),
  ])
  return { n: records, rows }
})

const scaleTask = childTask(import.meta, 'scale', (seed: number, records: number) =>
  withFolder(async (folder) => {
    const { feed, heldBack } = makeFeed(seed, records)
    const storage = await openDurableStorage(folder)
    await using registry = await openRegistry(storage)
    const tenths: number[] = []
    const started = performance.now()
    let tenthStarted = started
    await registry.import(feed, {
      termFrequencies: 'manual',
      onProgress: ({ read }) => {
        if (read < ((tenths.length + 1) * feed.length) / 10) return
        tenths.push(secondsSince(tenthStarted))
        tenthStarted = performance.now()
      },
    })
    const seconds = secondsSince(started)
    globalThis.gc?.()
    const memoryMegabytes = Math.round(process.memoryUsage().rss / 2 ** 20)
    for (const input of heldBack.slice(0, WARM_UP)) await registry.match(input)
    const times = await timeEach(heldBack, (input) => registry.match(input))
    const shown = await sampledProducts(storage, SAMPLED_ONE_IN, Number.POSITIVE_INFINITY)
    return {
      records: feed.length,
      products: (await registry.stats()).products.total,
      seconds,
      slowestTenthPerSecond: feed.length / 10 / Math.max(...tenths),
      memoryMegabytes,
      inputs: times.length,
      match: spread(times),
      search: await measureSearch(registry, searchQueries(shown, loadGazetteer(), seed)),
    }
  }),
)

/**
 * Generates feeds one supplier after another, as in reality. The match queries are matched afterwards without their
 * codes. Another supplier also sells most of their products; the other products are unknown.
 */
function makeFeed(seed: number, records: number): { feed: FeedRow[]; heldBack: FeedRow[] } {
  const bySupplier = new Map<string, FeedRow[]>()
  const heldBack: FeedRow[] = []
  let made = 0
  for (const row of generateFeeds({ seed, products: records }).records) {
    if (made === records) break
    const record = toRecord({ ...row })
    if (heldBack.length * HELD_BACK < made) {
      heldBack.push(withoutCode(record))
      continue
    }
    made++
    const feed = bySupplier.get(row.source) ?? []
    feed.push(record)
    bySupplier.set(row.source, feed)
  }
  return { feed: [...bySupplier.values()].flat(), heldBack }
}
