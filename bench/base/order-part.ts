import { openDurableStorage } from '@utpid/adapter-folder'
import { createMemoryStorage } from '@utpid/adapter-memory'
import type { Storage } from '@utpid/core'
import { recordsPerKey } from '@utpid/core/scoring'
import { batchSizeOf, codeOf, type FeedRow, generatedRows, latestOfEachCode } from '../feeds/feed-rows.ts'
import { openRegistry } from '../feeds/registries.ts'
import { part } from '../harness/part.ts'
import { below } from '../harness/row.ts'
import { seededRandom, shuffled } from '../harness/seeded-random.ts'
import { secondsSince, sum } from '../harness/statistics.ts'
import { clusteringHash, storedRecords } from '../harness/stored-rows.ts'
import { withFolder } from '../harness/with-folder.ts'
import { denseDistricts } from './dense-districts.ts'

/**
 * Number of records that may move; they are apartments of dense districts. Records of generated feeds come in addition.
 */
const MOVING_RECORDS = 16_000
const GENERATED = { products: 2_300, dense: 0.5 } as const
const ORDERS = 10
/** Every third order runs on disk and is reopened this many times. */
const RESTARTS = 6
/** A flush costs the same for one record as for hundreds; smaller batches would only measure the disk. */
const MIN_DURABLE_BATCH = 100

/** First versions of records, and later versions of some. */
interface RecordVersions {
  readonly first: readonly FeedRow[]
  readonly moved: readonly FeedRow[]
}

/** The result of one order. */
interface OrderResult {
  readonly clustering: string
  /** Keys above the limit when all first versions are imported; undefined for mixed versions. */
  readonly keysAboveLimit: ReadonlySet<number> | undefined
  readonly finalKeysAboveLimit: ReadonlySet<number>
  readonly seconds: number
  readonly how: string
}

/**
 * Imports dense districts whose keys exceed the limit and fall below it again, in many orders and batch sizes and with
 * restarts.
 */
export const orderPart = part('dense-order', async ({ seed, say }) => {
  const districts = denseDistricts(seed, MOVING_RECORDS)
  const first = [...districts.first, ...latestOfEachCode(generatedRows({ seed, ...GENERATED }))]
  const { moved } = districts
  const random = seededRandom(seed)
  const lives: OrderResult[] = []
  for (let order = 0; order < ORDERS; order++) {
    const life = await withFolder((folder) => runOrder(order, { first, moved }, folder, random))
    const { how, clustering, seconds } = life
    say(`dense-order: ${order + 1} of ${ORDERS}, ${how}: clusters ${clustering.slice(0, 12)}, ${seconds.toFixed(1)} s`)
    lives.push(life)
  }
  const phased = lives.flatMap(({ keysAboveLimit: above, finalKeysAboveLimit: final }) =>
    above === undefined ? [] : [{ above: above.size, fell: [...above].filter((key) => !final.has(key)).length }],
  )
  const written = (first.length + moved.length) * ORDERS
  const perSecond = Math.round(written / sum(lives.map(({ seconds }) => seconds)))
  const rows = below('dense', [
    ['records', `dense districts: records in ${ORDERS} orders`, first.length, 'count'],
    ['moved', '... of which get a later version elsewhere', moved.length, 'count'],
    ['skipped_keys', '... keys that pass the limit', Math.min(...phased.map(({ above }) => above)), 'count', '>= 50'],
    ['fell', '... of which fall back under it', Math.min(...phased.map(({ fell }) => fell)), 'count', '>= 15'],
    ['order', '... distinct groupings', new Set(lives.map(({ clustering }) => clustering)).size, 'count', '= 1'],
    ['per-second', '... records written per second', perSecond, 'count'],
  ])
  return { n: first.length, rows }
})

async function runOrder(
  order: number,
  versions: RecordVersions,
  folder: string,
  random: () => number,
): Promise<OrderResult> {
  const isDurable = order % 3 === 2
  const batchSize = Math.max(isDurable ? MIN_DURABLE_BATCH : 1, batchSizeOf(order, random))
  const { mode, phases } = phasesOf(order, versions, random)
  let storage: Storage = isDurable ? await openDurableStorage(folder) : createMemoryStorage()
  const started = performance.now()
  let keysAboveLimit: Set<number> | undefined
  for (const [at, phase] of phases.entries()) {
    for (const piece of cut(phase, isDurable ? RESTARTS / phases.length : 1, random)) {
      await (await openRegistry(storage)).import(piece, { batchSize, termFrequencies: 'manual' })
      if (!isDurable) continue
      await storage.close()
      storage = await openDurableStorage(folder)
    }
    if (phases.length === 2 && at === 0) keysAboveLimit = await findKeysAboveLimit(storage)
  }
  const seconds = secondsSince(started)
  const clustering = await clusteringHash(storage)
  const finalKeysAboveLimit = await findKeysAboveLimit(storage)
  await storage.close()
  const how = `${mode}, batches of ${batchSize}${isDurable ? ', with restarts' : ''}`
  return { clustering, keysAboveLimit, finalKeysAboveLimit, seconds, how }
}

function phasesOf(
  order: number,
  { first, moved }: RecordVersions,
  random: () => number,
): { mode: string; phases: FeedRow[][] } {
  // The last order contains only the last version of each record. It shows whether a key that temporarily exceeded the
  // limit leaves a trace.
  if (order === ORDERS - 1)
    return { mode: 'only the last versions', phases: [shuffled(latestOfEachCode([...first, ...moved]), random)] }
  if (order % 2 === 1) return { mode: 'mixed', phases: [mixed(first, moved, random)] }
  return { mode: 'first all, then the moves', phases: [shuffled(first, random), shuffled(moved, random)] }
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
