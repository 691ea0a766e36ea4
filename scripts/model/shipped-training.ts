import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseScoringModel } from '@utpid/core'
import { RESTRAINT, type TrainingSet, type TrainOptions } from '@utpid/training'
import { ROOT } from '../repository/root.ts'
import { airportSet } from './airport-set.ts'
import { readFeedRecords } from './feed-records.ts'
import { generatedSets } from './generated-sets.ts'
import { readKnownPairs } from './known-pairs.ts'
import { openFeedSets } from './open-feed-sets.ts'
import { overtureSet } from './overture-set.ts'
import { unplacedAirportSet } from './unplaced-airport-set.ts'
import { unplacedSet } from './unplaced-set.ts'

/** Not that of the benchmarks. */
const GENERATOR_SEED = 4_711
const SEED = 20_261
const VERSION = '2026-11-2'

/** What the shipped model is trained on, and how. */
export interface ShippedTraining {
  readonly sets: readonly TrainingSet[]
  /** Names of those of which the pairs are candidates in their true proportion. */
  readonly candidates: readonly string[]
  readonly options: TrainOptions
}

/** @param data - The folder that holds feeds/ and labels/. */
export async function shippedTraining(data: string): Promise<ShippedTraining> {
  const labels = join(data, 'labels')
  const records = await readFeedRecords(join(data, 'feeds'))
  const known = await readKnownPairs(labels)
  const { candidates: stays, others } = openFeedSets(known, records)
  const airports = airportSet(records)
  const candidates = [...stays, ...airports].map(({ name }) => name)
  const sets = [
    await overtureSet(join(labels, 'overture-places-train.jsonl.gz')),
    ...others,
    unplacedSet(known, records),
    ...stays,
    ...airports,
    ...unplacedAirportSet(records),
    ...generatedSets(GENERATOR_SEED),
  ]
  const options: TrainOptions = {
    version: VERSION,
    base: parseScoringModel(JSON.parse(readFileSync(join(ROOT, 'scripts', 'model', 'scorecard.json'), 'utf8'))),
    seed: SEED,
    // What a map calls one place, a hotel and its restaurant, are two products. And a chain's name alone says nothing beyond
    // the chain, nor the chain much beyond the name: open feeds have no city with forty of its houses, booking engines do. Nor have
    // they houses that an owner numbers, whose place, street and telephone would make them one.
    restraint: {
      ...RESTRAINT,
      held: ['category', 'name.brand_only', 'brand.same'],
      apart: ['continuation'],
    },
    candidates,
  }
  return { sets, candidates, options }
}
