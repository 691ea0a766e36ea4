/**
 * `fuzz-once.ts SEED RECORDS`: times hostile records at the door and as questions, in a process of its own; prints a
 * {@link FuzzRun}.
 *
 * Each record is timed in three rounds over all of them and its least time counts: a computation takes the same each
 * time, while a collection of garbage or another process meets another record each time. The rounds are longer than the
 * caches of words are large, and a round before them warms the code up.
 */
import { createMemoryStorage } from '@utpid/adapter-memory'
import {
  createRegistry,
  encodeFeatures,
  extractFeatures,
  INDEX_VERSION,
  parseRecord,
  probeKeys,
  type Registry,
} from '@utpid/core'
import { toRecord } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import { generateFeeds } from '@utpid/generator'
import fc from 'fast-check'
import { hostileRecipe, makeHostile } from '../../packages/core/test/bad-input/hostile-records.ts'
import { quantile } from '../report/quantile.ts'

/** Milliseconds. */
export interface FuzzTimes {
  readonly p50: number
  readonly p99: number
  readonly p999: number
  readonly max: number
}

export interface FuzzRun {
  readonly records: number
  /** Of those, how many the registry took. */
  readonly accepted: number
  /** Of parsing, features and keys. */
  readonly door: FuzzTimes
  readonly match: FuzzTimes
}

const ROUNDS = 3
const GENERATED_RECORDS = 5_000

const [seed = 1, records = 1_000] = process.argv.slice(2).map(Number)
const gazetteer = loadGazetteer()
const recipes = fc.sample(hostileRecipe, { seed, numRuns: records })
process.stdout.write(JSON.stringify(await measure()))

async function measure(): Promise<FuzzRun> {
  const door = await leastTimes((record) => atTheDoor(record))
  const { registry, accepted } = await filledRegistry()
  const match = await leastTimes((record) => registry.match(record))
  return { records, accepted, door: timesOf(door), match: timesOf(match) }
}

/** A registry of generated feeds and of every hostile record that it takes. */
async function filledRegistry(): Promise<{ registry: Registry; accepted: number }> {
  const registry = await createRegistry({ storage: createMemoryStorage(), gazetteer })
  const generated = [...generateFeeds({ seed }).records].slice(0, GENERATED_RECORDS)
  await registry.import(generated.map((record) => toRecord({ ...record })))
  const { rejected, superseded } = await registry.import(recipes.map((_, at) => hostileAt(at, 'H')))
  return { registry, accepted: records - rejected - superseded }
}

function atTheDoor(record: unknown): unknown {
  const parsed = parseRecord(record, { gazetteer })
  if (!('record' in parsed)) return undefined
  const features = extractFeatures(parsed.record, parsed.record)
  return [encodeFeatures(features), probeKeys(features, INDEX_VERSION)]
}

async function leastTimes(run: (record: unknown) => unknown): Promise<Float64Array> {
  const least = new Float64Array(records).fill(Number.POSITIVE_INFINITY)
  for (let round = 0; round <= ROUNDS; round++) {
    for (let at = 0; at < records; at++) {
      // Made anew: some can be read only once. A question has another code, or it would be known.
      const record = hostileAt(at, 'Q')
      const started = performance.now()
      await run(record)
      const took = performance.now() - started
      if (round > 0) least[at] = Math.min(least[at] as number, took)
    }
  }
  return least
}

function hostileAt(at: number, prefix: string): unknown {
  return makeHostile(recipes[at] as (typeof recipes)[number], { supplier: 'hostile', code: `${prefix}${at}` })
}

function timesOf(times: Float64Array): FuzzTimes {
  const list = [...times]
  return {
    p50: quantile(list, 0.5),
    p99: quantile(list, 0.99),
    p999: quantile(list, 0.999),
    max: quantile(list, 1),
  }
}
