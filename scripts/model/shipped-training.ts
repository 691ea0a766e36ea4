import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseScoringModel } from '@utpid/core/scoring'
import { REGULARIZATION, type TrainingSet, type TrainOptions } from '@utpid/training'
import { ROOT } from '../repository/root.ts'
import { airportSet } from './airport-set.ts'
import { readFeedRecords } from './feed-records.ts'
import { generatedSets } from './generated-sets.ts'
import { impreciseSet } from './imprecise-set.ts'
import { readKnownPairs } from './known-pairs.ts'
import { openFeedSets } from './open-feed-sets.ts'
import { overtureSet } from './overture-set.ts'
import { unplacedAirportSet } from './unplaced-airport-set.ts'
import { unplacedSet } from './unplaced-set.ts'

/** The seed must differ from the seed of the benchmarks. */
const GENERATOR_SEED = 4_711
const SEED = 20_261
const VERSION = '2026-11-4'

/** The training sets and options of the shipped model. */
export interface ShippedTraining {
  readonly sets: readonly TrainingSet[]
  /** Names of the sets whose pairs are all candidates: their share of matches is natural. */
  readonly candidates: readonly string[]
  readonly options: TrainOptions
}

/**
 * Reads the training sets of the shipped model.
 *
 * @param data - Folder with feeds/ and labels/.
 */
export async function shippedTraining(data: string): Promise<ShippedTraining> {
  const labels = join(data, 'labels')
  const records = await readFeedRecords(join(data, 'feeds'))
  const known = await readKnownPairs(labels)
  const { candidates: stays, others } = openFeedSets(known, records)
  const airports = airportSet(records)
  const overture = await overtureSet(join(labels, 'overture-places-train.jsonl.gz'))
  const candidates = [...stays, ...airports].map(({ name }) => name)
  const sets = [
    overture,
    ...others,
    unplacedSet(known, records),
    impreciseSet(stays, SEED),
    ...stays,
    ...airports,
    ...unplacedAirportSet(records),
    ...generatedSets(GENERATOR_SEED),
  ]
  const options: TrainOptions = {
    version: VERSION,
    base: parseScoringModel(JSON.parse(readFileSync(join(ROOT, 'scripts', 'model', 'scorecard.json'), 'utf8'))),
    seed: SEED,
    // A hotel and its restaurant are one place on a map, but two products. A common brand proves only the chain:
    // booking engines have cities with forty hotels of one chain, but open feeds do not. Open feeds also lack
    // properties that their owner numbers and that share place, street and telephone.
    regularization: {
      ...REGULARIZATION,
      held: ['category', 'name.brand_only', 'brand.same'],
      apart: ['continuation'],
    },
    candidates,
    // The only labelled places without coordinates that somebody else chose as candidates.
    unplaced: [overture.name],
  }
  return { sets, candidates, options }
}
