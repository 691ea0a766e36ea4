import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDurableStorage } from '@utpid/adapter-folder'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, type Storage } from '@utpid/core'
import { recordsPerKey } from '@utpid/core/scoring'
import { toRecord } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import { generateFeeds } from '@utpid/generator'
import { batchSizeOf } from '../feeds/batch-size.ts'
import { codeOf, type FeedRow, latestOfEachCode } from '../feeds/feed-row.ts'
import { groupingHash, storedRecords } from '../harness/grouping-hash.ts'
import type { Part, PartContext, PartResult } from '../harness/part.ts'
import { barRow, plainRow } from '../harness/row.ts'
import { seededRandom, shuffled } from '../harness/seeded-random.ts'
import { type DenseDistricts, denseDistricts } from './dense-districts.ts'

/** Records that move, and records of generated feeds, half of which are also apartments of dense districts. */
const MOVING_RECORDS = 16_000
const GENERATED_PRODUCTS = 2_300
const GENERATED_DENSE = 0.5
const ORDERS = 10
/** Every third order runs on disk and is reopened this often. */
const RESTARTS = 6
/** A flush costs the same for one record as for hundreds; smaller batches would only measure the disk. */
const DURABLE_BATCH_LEAST = 100

/** The result of one order. */
interface Lived {
  readonly grouping: string
  /** Keys above the limit when all first versions are imported; undefined for mixed versions. */
  readonly crowded?: ReadonlySet<number>
  readonly atLast: ReadonlySet<number>
  readonly seconds: number
}

/**
 * Dense districts whose keys exceed the limit and fall below it again, in many orders and batch sizes and with
 * restarts.
 */
export const orderPart: Part = {
  name: 'dense-order',
  needsData: false,
  run: async (context): Promise<PartResult> => {
    const { seed } = context
    const districts = joined(denseDistricts(seed, MOVING_RECORDS), generatedRecords(seed))
    const random = seededRandom(seed)
    const lives: Lived[] = []
    for (let order = 0; order < ORDERS; order++) lives.push(await live(order, districts, random, context))
    const phased = lives.filter((each) => each.crowded !== undefined)
    const fell = phased.map(({ crowded, atLast }) => [...(crowded ?? [])].filter((key) => !atLast.has(key)).length)
    const seconds = lives.reduce((sum, each) => sum + each.seconds, 0)
    const written = (districts.first.length + districts.moved.length) * ORDERS
    return {
      n: districts.first.length,
      rows: [
        plainRow('dense.records', `dense districts: records in ${ORDERS} orders`, districts.first.length, 'count'),
        plainRow('dense.moved', '... of which get a later version elsewhere', districts.moved.length, 'count'),
        barRow(
          'dense.crowded',
          '... keys that pass the limit',
          least(phased.map((each) => each.crowded?.size ?? 0)),
          'count',
          ['>=', 50],
        ),
        barRow('dense.fell', '... of which fall back under it', least(fell), 'count', ['>=', 15]),
        barRow('dense.order', '... distinct groupings', new Set(lives.map(({ grouping }) => grouping)).size, 'count', [
          '=',
          1,
        ]),
        plainRow('dense.per-second', '... records written per second', Math.round(written / seconds), 'count'),
      ],
    }
  },
}

function generatedRecords(seed: number): FeedRow[] {
  const { records } = generateFeeds({ seed, products: GENERATED_PRODUCTS, dense: GENERATED_DENSE })
  return latestOfEachCode([...records].map((record) => toRecord({ ...record })))
}

/** First versions of records, and later versions of some. */
type Lives = Pick<DenseDistricts, 'first' | 'moved'>

function joined({ first, moved }: Lives, others: readonly FeedRow[]): Lives {
  return { first: [...first, ...others], moved }
}

async function live(
  order: number,
  { first, moved }: Lives,
  random: () => number,
  { say }: PartContext,
): Promise<Lived> {
  const durable = order % 3 === 2
  const batchSize = Math.max(durable ? DURABLE_BATCH_LEAST : 1, batchSizeOf(order, random))
  // The last order has no superseded versions. It shows whether a key that temporarily exceeded the limit leaves a
  // trace.
  const way = order === ORDERS - 1 ? 'only the last versions' : order % 2 === 0 ? 'first all, then the moves' : 'mixed'
  const phases =
    way === 'mixed'
      ? [mixed(first, moved, random)]
      : way === 'only the last versions'
        ? [shuffled(latestOfEachCode([...first, ...moved]), random)]
        : [shuffled(first, random), shuffled(moved, random)]
  await using home = await Home.open(durable)
  const started = performance.now()
  let crowded: Set<number> | undefined
  for (const [at, phase] of phases.entries()) {
    for (const piece of cut(phase, durable ? RESTARTS / phases.length : 1, random)) {
      const registry = await createRegistry({ storage: home.storage, gazetteer: loadGazetteer() })
      await registry.import(piece, { batchSize })
      await home.restart()
    }
    if (phases.length === 2 && at === 0) crowded = await crowdedKeys(home.storage)
  }
  const seconds = (performance.now() - started) / 1_000
  const grouping = await groupingHash(home.storage)
  const atLast = await crowdedKeys(home.storage)
  const how = `${way}, batches of ${batchSize}${durable ? ', with restarts' : ''}`
  say(`dense-order: ${order + 1} of ${ORDERS}, ${how}: clusters ${grouping.slice(0, 12)}, ${seconds.toFixed(1)} s`)
  return { grouping, ...(crowded === undefined ? {} : { crowded }), atLast, seconds }
}

/** The storage of one order: in memory, or in a folder that can be reopened. */
class Home implements AsyncDisposable {
  readonly #folder: string | undefined
  storage: Storage

  private constructor(storage: Storage, folder?: string) {
    this.storage = storage
    this.#folder = folder
  }

  static async open(durable: boolean): Promise<Home> {
    if (!durable) return new Home(createMemoryStorage())
    const folder = await mkdtemp(join(tmpdir(), 'utpid-bench-'))
    return new Home(await openDurableStorage(folder), folder)
  }

  async restart(): Promise<void> {
    if (this.#folder === undefined) return
    await this.storage.close()
    this.storage = await openDurableStorage(this.#folder)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.storage.close()
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true })
  }
}

/** All versions in random order, but those of each record in sequence. */
function mixed(first: readonly FeedRow[], moved: readonly FeedRow[], random: () => number): FeedRow[] {
  const versions = new Map<string, FeedRow[]>()
  for (const row of [...first, ...moved]) versions.set(codeOf(row), [...(versions.get(codeOf(row)) ?? []), row])
  return shuffled([...first, ...moved], random).map((row) => versions.get(codeOf(row))?.shift() as FeedRow)
}

/** Splits items into pieces of random length, in order. */
function cut<Item>(items: readonly Item[], pieces: number, random: () => number): Item[][] {
  const borders = Array.from({ length: pieces - 1 }, () => Math.floor(random() * items.length)).sort((a, b) => a - b)
  return [0, ...borders].map((from, at) => items.slice(from, borders[at]))
}

/** Keys with more records than the limit. */
async function crowdedKeys(storage: Storage): Promise<Set<number>> {
  const counts = new Map<number, number>()
  for await (const { row } of storedRecords(storage))
    for (const key of row.keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return new Set([...counts].filter(([key, count]) => count > recordsPerKey(key)).map(([key]) => key))
}

function least(values: readonly number[]): number {
  return Math.min(...values)
}
