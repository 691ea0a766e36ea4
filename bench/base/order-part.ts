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
import { clusteringHash, storedRecords } from '../harness/clustering-hash.ts'
import type { Part, PartContext, PartResult } from '../harness/part.ts'
import { barRow, plainRow } from '../harness/row.ts'
import { seededRandom, shuffled } from '../harness/seeded-random.ts'
import { type DenseDistricts, denseDistricts } from './dense-districts.ts'

/**
 * Number of records that may move; they are apartments of dense districts. Records of generated feeds come in addition.
 */
const MOVING_RECORDS = 16_000
const GENERATED_PRODUCTS = 2_300
const GENERATED_DENSE = 0.5
const ORDERS = 10
/** Every third order runs on disk and is reopened this many times. */
const RESTARTS = 6
/** A flush costs the same for one record as for hundreds; smaller batches would only measure the disk. */
const MIN_DURABLE_BATCH = 100

/** The result of one order. */
interface OrderResult {
  readonly clustering: string
  /** Keys above the limit when all first versions are imported; undefined for mixed versions. */
  readonly keysAboveLimit?: ReadonlySet<number>
  readonly finalKeysAboveLimit: ReadonlySet<number>
  readonly seconds: number
}

/**
 * Imports dense districts whose keys exceed the limit and fall below it again, in many orders and batch sizes and with
 * restarts.
 */
export const orderPart: Part = {
  name: 'dense-order',
  needsData: false,
  run: async (context): Promise<PartResult> => {
    const { seed } = context
    const districts = joined(denseDistricts(seed, MOVING_RECORDS), generatedRecords(seed))
    const random = seededRandom(seed)
    const lives: OrderResult[] = []
    for (let order = 0; order < ORDERS; order++) lives.push(await runOrder(order, districts, random, context))
    const phased = lives.filter((each) => each.keysAboveLimit !== undefined)
    const fell = phased.map(
      ({ keysAboveLimit, finalKeysAboveLimit }) =>
        [...(keysAboveLimit ?? [])].filter((key) => !finalKeysAboveLimit.has(key)).length,
    )
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
          min(phased.map((each) => each.keysAboveLimit?.size ?? 0)),
          'count',
          ['>=', 50],
        ),
        barRow('dense.fell', '... of which fall back under it', min(fell), 'count', ['>=', 15]),
        barRow(
          'dense.order',
          '... distinct groupings',
          new Set(lives.map(({ clustering }) => clustering)).size,
          'count',
          ['=', 1],
        ),
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
type RecordVersions = Pick<DenseDistricts, 'first' | 'moved'>

function joined({ first, moved }: RecordVersions, others: readonly FeedRow[]): RecordVersions {
  return { first: [...first, ...others], moved }
}

async function runOrder(
  order: number,
  { first, moved }: RecordVersions,
  random: () => number,
  { say }: PartContext,
): Promise<OrderResult> {
  const durable = order % 3 === 2
  const batchSize = Math.max(durable ? MIN_DURABLE_BATCH : 1, batchSizeOf(order, random))
  // The last order contains only the last version of each record. It shows whether a key that temporarily exceeded the
  // limit leaves a trace.
  const mode = order === ORDERS - 1 ? 'only the last versions' : order % 2 === 0 ? 'first all, then the moves' : 'mixed'
  const phases =
    mode === 'mixed'
      ? [mixed(first, moved, random)]
      : mode === 'only the last versions'
        ? [shuffled(latestOfEachCode([...first, ...moved]), random)]
        : [shuffled(first, random), shuffled(moved, random)]
  await using place = await OrderStorage.open(durable)
  const started = performance.now()
  let keysAboveLimit: Set<number> | undefined
  for (const [at, phase] of phases.entries()) {
    for (const piece of cut(phase, durable ? RESTARTS / phases.length : 1, random)) {
      const registry = await createRegistry({ storage: place.storage, gazetteer: loadGazetteer() })
      await registry.import(piece, { batchSize })
      await place.restart()
    }
    if (phases.length === 2 && at === 0) keysAboveLimit = await findKeysAboveLimit(place.storage)
  }
  const seconds = (performance.now() - started) / 1_000
  const clustering = await clusteringHash(place.storage)
  const finalKeysAboveLimit = await findKeysAboveLimit(place.storage)
  const how = `${mode}, batches of ${batchSize}${durable ? ', with restarts' : ''}`
  say(`dense-order: ${order + 1} of ${ORDERS}, ${how}: clusters ${clustering.slice(0, 12)}, ${seconds.toFixed(1)} s`)
  return { clustering, ...(keysAboveLimit === undefined ? {} : { keysAboveLimit }), finalKeysAboveLimit, seconds }
}

/** The storage of one order: in memory, or in a folder that can be reopened. */
class OrderStorage implements AsyncDisposable {
  readonly #folder: string | undefined
  storage: Storage

  private constructor(storage: Storage, folder?: string) {
    this.storage = storage
    this.#folder = folder
  }

  static async open(durable: boolean): Promise<OrderStorage> {
    if (!durable) return new OrderStorage(createMemoryStorage())
    const folder = await mkdtemp(join(tmpdir(), 'utpid-bench-'))
    return new OrderStorage(await openDurableStorage(folder), folder)
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

/** Returns all versions in random order, but keeps the order of each record's versions. */
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
async function findKeysAboveLimit(storage: Storage): Promise<Set<number>> {
  const counts = new Map<number, number>()
  for await (const { row } of storedRecords(storage))
    for (const key of row.keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return new Set([...counts].filter(([key, count]) => count > recordsPerKey(key)).map(([key]) => key))
}

function min(values: readonly number[]): number {
  return Math.min(...values)
}
