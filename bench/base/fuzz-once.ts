/**
 * `fuzz-once.ts SEED RECORDS`: measures hostile records at ingest and as match queries, in a separate process; prints a
 * {@link FuzzRun}.
 *
 * It measures the CPU time of each record in three rounds over all records, and takes the minimum. A computation takes
 * the same time in each round, but a garbage collection hits another record each time. One round has more words than
 * the caches hold. An unmeasured round warms up the code.
 */
import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, parseRecord, type Registry } from '@utpid/core'
import { encodeFeatures, extractFeatures, INDEX_VERSION, lookupKeys } from '@utpid/core/scoring'
import { toRecord } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import { generateFeeds } from '@utpid/generator'
import fc from 'fast-check'
import { type HostileRecipe, hostileRecipe, makeHostile } from '../../packages/core/test/bad-input/hostile-records.ts'
import { quantile } from '../harness/quantile.ts'

/** CPU time in milliseconds. */
export interface FuzzTimes {
  readonly p50: number
  readonly p99: number
  readonly p999: number
  readonly max: number
}

export interface FuzzRun {
  readonly records: number
  /** Share of the hostile records that the registry accepted. */
  readonly accepted: number
  /** CPU time of parsing, features and keys. */
  readonly door: FuzzTimes
  /** CPU time of matches in a registry of generated records and a few hostile records. */
  readonly match: FuzzTimes
  /**
   * CPU time of matches in a registry with many hostile records: most queries share a key with hundreds of them.
   */
  readonly crowd: FuzzTimes
}

const ROUNDS = 3
const MICROSECONDS = 1_000
const GENERATED_RECORDS = 5_000
const CROWD_QUESTIONS = 1_000

const [seed = 1, records = 1_000] = process.argv.slice(2).map(Number)
const gazetteer = loadGazetteer()
const generated = [...generateFeeds({ seed }).records].slice(0, GENERATED_RECORDS).map((each) => toRecord({ ...each }))
const recipes = fc.sample(hostileRecipe, { seed, numRuns: records })
process.stdout.write(JSON.stringify(await measure()))

async function measure(): Promise<FuzzRun> {
  const door = await minTimes(records, (record) => ingest(record))
  const few = await registryWith(generated.length / 100)
  const match = await minTimes(records, (record) => few.registry.match(record))
  const many = await registryWith(generated.length / 10)
  const crowd = await minTimes(Math.min(CROWD_QUESTIONS, records), (record) => many.registry.match(record))
  return { records, accepted: many.accepted, door, match, crowd }
}

/** A registry of generated feeds and some hostile records, which share a few phones, names and identifiers. */
async function registryWith(hostile: number): Promise<{ registry: Registry; accepted: number }> {
  const registry = await createRegistry({ storage: createMemoryStorage(), gazetteer })
  await registry.import(generated)
  const sent = recipes.slice(0, hostile).map((_, at) => hostileRecord(at, 'H'))
  const { rejected, superseded } = await registry.import(sent)
  return { registry, accepted: (sent.length - rejected - superseded) / sent.length }
}

function ingest(record: unknown): unknown {
  const parsed = parseRecord(record, { gazetteer })
  if (!('record' in parsed)) return undefined
  const features = extractFeatures(parsed.record, parsed.record)
  return [encodeFeatures(features), lookupKeys(features, INDEX_VERSION)]
}

async function minTimes(count: number, run: (record: unknown) => unknown): Promise<FuzzTimes> {
  const minTime = new Float64Array(count).fill(Number.POSITIVE_INFINITY)
  for (let round = 0; round <= ROUNDS; round++) {
    for (let at = 0; at < count; at++) {
      // Create the record again, since some records can be read only once. A query needs another code to be unknown.
      const record = hostileRecord(at, 'Q')
      const before = process.cpuUsage()
      await run(record)
      const { user, system } = process.cpuUsage(before)
      const took = (user + system) / MICROSECONDS
      if (round > 0) minTime[at] = Math.min(minTime[at] as number, took)
    }
  }
  const times = [...minTime]
  return {
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    p999: quantile(times, 0.999),
    max: quantile(times, 1),
  }
}

/**
 * If the record has a location, it gets that of a generated record. Its distance to other records is then realistic.
 */
function hostileRecord(at: number, prefix: string): unknown {
  const recipe = recipes[at] as HostileRecipe
  const { location } = recipe.content as { location?: { coordinates?: unknown } }
  const coordinates = placeOf(generated[at % generated.length])
  const isPlaced = location?.coordinates !== undefined && coordinates !== undefined
  return makeHostile(recipe, {
    supplier: 'hostile',
    code: `${prefix}${at}`,
    ...(isPlaced ? { location: { ...location, coordinates } } : {}),
  })
}

function placeOf(record: Record<string, unknown> | undefined): unknown {
  return (record?.location as { coordinates?: unknown } | undefined)?.coordinates
}
