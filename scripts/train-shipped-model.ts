/**
 * Trains the scoring model that is shipped with core and writes it to packages/core/src/scoring/shipped-model.json:
 *
 *   UTPID_DATA=... npm run model
 *
 * The data are read where they lie and nothing of them but counts is written. Sets without a licence to train on are not
 * read: they are for evaluation only.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseScoringModel } from '@utpid/core'
import { falseShareAbove, RESTRAINT, trainModel } from '@utpid/training'
import { airportSet } from './model/airport-set.ts'
import { readFeedRecords } from './model/feed-records.ts'
import { generatedSets } from './model/generated-sets.ts'
import { openFeedSets } from './model/open-feed-sets.ts'
import { overtureSet } from './model/overture-set.ts'
import { ROOT } from './root.ts'

const SEED = 20_261
/** Not that of the benchmarks. */
const GENERATOR_SEED = 4_711
const VERSION = '2026-11-1'

const data = process.env.UTPID_DATA
if (data === undefined) throw new Error('Set UTPID_DATA to the folder that holds feeds/ and labels/.')
const folder = join(ROOT, 'packages', 'core', 'src', 'scoring')
const out = process.argv[2] ?? join(folder, 'shipped-model.json')

const labels = join(data, 'labels')
const records = await readFeedRecords(join(data, 'feeds'))
const { candidates: stays, others } = await openFeedSets(labels, records)
const candidates = [...stays, ...airportSet(records)]
const sets = [
  await overtureSet(join(labels, 'overture-places-train.jsonl.gz')),
  ...others,
  ...candidates,
  ...generatedSets(GENERATOR_SEED),
]
const { model, sets: trained } = await trainModel(sets, {
  version: VERSION,
  base: parseScoringModel(JSON.parse(readFileSync(join(ROOT, 'scripts', 'model', 'scorecard.json'), 'utf8'))),
  seed: SEED,
  // What a map calls one place, a hotel and its restaurant, are two products.
  restraint: { ...RESTRAINT, held: ['category'] },
  candidates: candidates.map(({ name }) => name),
  onProgress: (sentence) => console.error(sentence),
})
for (const { name, pairs, matches, unseen } of trained) {
  const { links, wrong, upper } = falseShareAbove(unseen, model.thresholds.match)
  console.log(
    `${name}: ${pairs} pairs, ${matches} matches; above match ${links}, wrong ${wrong} (at most ${(100 * upper).toFixed(2)} %)`,
  )
}
console.log(model.thresholds)
writeFileSync(out, `${JSON.stringify(model, null, 2)}\n`)
