import { createMemoryStorage } from '@utpid/adapter-memory'
import { parseRecord, type Registry } from '@utpid/core'
import { CURRENT_RULES, encodeFeatures, extractFeatures, lookupKeys } from '@utpid/core/scoring'
import { loadGazetteer } from '@utpid/gazetteer'
import fc from 'fast-check'
import { type HostileRecipe, hostileRecipe, makeHostile } from '../../packages/core/test/bad-input/hostile-records.ts'
import { type FeedRow, generatedRows } from '../feeds/feed-rows.ts'
import { openRegistry } from '../feeds/registries.ts'
import { childTask, runTask } from '../harness/child-task.ts'
import { part } from '../harness/part.ts'
import { below, type Figure } from '../harness/row.ts'
import { quantile, type Spread, spread } from '../harness/statistics.ts'

const RECORDS = 10_000
/** If one record in a thousand took longer, a sender could use such records to delay others. */
const MAX_MS = 5
const UNIT = 'ms CPU'
const ROUNDS = 3
const GENERATED_RECORDS = 5_000
const CROWD_QUESTIONS = 1_000

type Times = Spread & { readonly p999: number }

/** Measures the cost of hostile records: nested or huge records, wrong types, many marks, entities, long words. */
export const fuzzPart = part('fuzz', async ({ seed, say }) => {
  say(`fuzz: ${RECORDS} hostile records, three rounds at ingest and three as match queries`)
  const { accepted, door, match, crowd } = runTask(fuzzTask, seed, RECORDS)
  const rows = below('fuzz', [
    ['accepted', 'hostile records: share accepted', accepted, 'fraction'],
    ...timeRows('door', 'hostile record, parsed, with features and keys', door),
    ...timeRows('match', 'hostile question, matched', match),
    ['crowd.p50', 'hostile question in a crowd of hostile records: p50', crowd.p50, UNIT],
    ['crowd.p99.9', '...: p99.9', crowd.p999, UNIT],
  ])
  return { n: RECORDS, rows }
})

function timeRows(id: string, what: string, { p50, p99, p999, max }: Times): Figure[] {
  return below(id, [
    ['p50', `${what}: p50`, p50, UNIT],
    ['p99', `${what}: p99`, p99, UNIT],
    ['p99.9', `${what}: p99.9`, p999, UNIT, `<= ${MAX_MS}`],
    ['max', `${what}: max`, max, UNIT],
  ])
}

/** Measures ingest, and matches in a registry with few hostile records and in one with many of them. */
const fuzzTask = childTask(import.meta, 'fuzz', async (seed: number, records: number) => {
  const hostile = new HostileRecords(seed, records)
  const door = await minTimes(records, hostile, ingest)
  const few = await registryWith(hostile, hostile.generated.length / 100)
  const match = await minTimes(records, hostile, (record) => few.registry.match(record))
  // Most queries share a key with hundreds of these.
  const many = await registryWith(hostile, hostile.generated.length / 10)
  const questions = Math.min(CROWD_QUESTIONS, records)
  const crowd = await minTimes(questions, hostile, (record) => many.registry.match(record))
  return { accepted: many.accepted, door, match, crowd }
})

/** Hostile records, which share a few phones, names and identifiers. */
class HostileRecords {
  readonly generated: readonly FeedRow[]
  readonly #recipes: readonly HostileRecipe[]

  constructor(seed: number, records: number) {
    this.generated = generatedRows({ seed }).slice(0, GENERATED_RECORDS)
    this.#recipes = fc.sample(hostileRecipe, { seed, numRuns: records })
  }

  get length(): number {
    return this.#recipes.length
  }

  /**
   * Creates a record. Some can be read only once. If the record has a location, it gets that of a generated record, so
   * its distance to other records is realistic.
   */
  make(at: number, prefix: string): unknown {
    const recipe = this.#recipes[at] as HostileRecipe
    const { location } = recipe.content as { location?: { coordinates?: unknown } }
    const { coordinates } = (this.generated[at % this.generated.length]?.location ?? {}) as { coordinates?: unknown }
    const isPlaced = location?.coordinates !== undefined && coordinates !== undefined
    const placed = isPlaced ? { location: { ...location, coordinates } } : {}
    return makeHostile(recipe, { supplier: 'hostile', code: `${prefix}${at}`, ...placed })
  }
}

async function registryWith(all: HostileRecords, count: number): Promise<{ registry: Registry; accepted: number }> {
  const registry = await openRegistry(createMemoryStorage())
  await registry.import(all.generated)
  const sent = Array.from({ length: Math.min(count, all.length) }, (_, at) => all.make(at, 'H'))
  const { rejected, superseded } = await registry.import(sent)
  return { registry, accepted: (sent.length - rejected - superseded) / sent.length }
}

function ingest(record: unknown): unknown {
  const parsed = parseRecord(record, { gazetteer: loadGazetteer() })
  if (!('record' in parsed)) return undefined
  const features = extractFeatures(parsed.record, parsed.record)
  return [encodeFeatures(features), lookupKeys(features, CURRENT_RULES)]
}

/**
 * Returns the CPU time of each record, the minimum of three rounds over all records. A computation takes the same time
 * in each round, but a garbage collection hits another record each time. An unmeasured round warms up the code.
 */
async function minTimes(records: number, all: HostileRecords, run: (record: unknown) => unknown): Promise<Times> {
  const times = new Array<number>(records).fill(Number.POSITIVE_INFINITY)
  for (let round = 0; round <= ROUNDS; round++) {
    for (let at = 0; at < records; at++) {
      // A query needs another code to be unknown.
      const record = all.make(at, 'Q')
      const before = process.cpuUsage()
      await run(record)
      const { user, system } = process.cpuUsage(before)
      if (round > 0) times[at] = Math.min(times[at] as number, (user + system) / 1_000)
    }
  }
  return { ...spread(times), p999: quantile(times, 0.999) }
}
