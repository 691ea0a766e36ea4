/**
 * `scale-once.ts SEED RECORDS`: one import of generated records into a durable registry, then matches and searches, in
 * a separate process; prints a {@link ScaleRun}.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDurableStorage } from '@utpid/adapter-folder'
import { createRegistry, LIMITS, type Registry, type Storage } from '@utpid/core'
import type { GoldenRecord } from '@utpid/core/storage'
import { toRecord } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import { generateFeeds } from '@utpid/generator'
import { quantile } from '../harness/quantile.ts'
import { measureSearch, type SearchTimes, searchQueries } from './search-speed.ts'

export interface ScaleRun {
  readonly records: number
  readonly products: number
  /** Time from the first record to the last commit. */
  readonly seconds: number
  readonly slowestTenthPerSecond: number
  /** Resident memory after a garbage collection. */
  readonly memoryMegabytes: number
  readonly inputs: number
  /** Milliseconds of one match. */
  readonly match: { readonly p50: number; readonly p99: number; readonly max: number }
  readonly search: SearchTimes
}

/** One in this many records is not imported, but used as a match query. */
const HELD_BACK = 90
const WARM_UP = 300
const SAMPLED_ONE_IN = 20

type Input = Readonly<Record<string, unknown>>

const [seed, records] = process.argv.slice(2).map(Number)
if (seed === undefined || records === undefined) throw new Error('scale-once.ts SEED RECORDS')

const folder = await mkdtemp(join(tmpdir(), 'utpid-bench-'))
try {
  process.stdout.write(JSON.stringify(await measure(seed, records, folder)))
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function measure(seed: number, records: number, folder: string): Promise<ScaleRun> {
  const { feed, heldBack } = makeFeed(seed, records)
  const storage = await openDurableStorage(folder)
  const gazetteer = loadGazetteer()
  await using registry = await createRegistry({ storage, gazetteer })
  const tenths: number[] = []
  let tenthStarted = performance.now()
  const started = tenthStarted
  await registry.import(feed, {
    onProgress: ({ read }) => {
      if (read < ((tenths.length + 1) * feed.length) / 10) return
      tenths.push(performance.now() - tenthStarted)
      tenthStarted = performance.now()
    },
  })
  const seconds = (performance.now() - started) / 1_000
  globalThis.gc?.()
  const memoryMegabytes = Math.round(process.memoryUsage().rss / 2 ** 20)
  const times = await timeMatches(registry, heldBack)
  const { products } = await registry.stats()
  return {
    records: feed.length,
    products: products.total,
    seconds,
    slowestTenthPerSecond: feed.length / 10 / (Math.max(...tenths) / 1_000),
    memoryMegabytes,
    inputs: times.length,
    match: { p50: quantile(times, 0.5), p99: quantile(times, 0.99), max: quantile(times, 1) },
    search: await measureSearch(registry, searchQueries(await sampleProducts(storage), gazetteer, seed)),
  }
}

/**
 * Generates feeds one supplier after another, as in reality. The match queries are matched afterwards without their
 * codes. Another supplier also sells most of their products; the other products are unknown.
 */
function makeFeed(seed: number, records: number): { feed: Input[]; heldBack: Input[] } {
  const bySupplier = new Map<string, Input[]>()
  const heldBack: Input[] = []
  let count = 0
  for (const row of generateFeeds({ seed, products: records }).records) {
    if (count === records) break
    const record = toRecord({ ...row })
    if (heldBack.length * HELD_BACK < count) {
      const { supplier: _supplier, code: _code, ...input } = record
      heldBack.push(input)
      continue
    }
    count++
    const feed = bySupplier.get(row.source) ?? []
    feed.push(record)
    bySupplier.set(row.source, feed)
  }
  return { feed: [...bySupplier.values()].flat(), heldBack }
}

/** The first matches only warm up, since a server has usually run for a while. */
async function timeMatches(registry: Registry, inputs: readonly Input[]): Promise<number[]> {
  for (const input of inputs.slice(0, WARM_UP)) await registry.match(input)
  const times: number[] = []
  for (const input of inputs) {
    const started = performance.now()
    await registry.match(input)
    times.push(performance.now() - started)
  }
  return times
}

/** Returns the golden records of a sample of products across the registry. */
async function sampleProducts({ ledger }: Storage): Promise<GoldenRecord[]> {
  const shown: GoldenRecord[] = []
  for (let after = -1; ; ) {
    const page = await ledger.scanProducts(after, LIMITS.rowsPerPage)
    for (let at = 0; at < page.length; at += SAMPLED_ONE_IN) shown.push((page[at] as (typeof page)[number]).shown)
    const last = page.at(-1)
    if (last === undefined) return shown
    after = last.id
  }
}
