/**
 * Trains the shipped scoring model and writes it to packages/core/src/scoring/shipped-model.json:
 *
 * UTPID_DATA=... npm run model
 *
 * The script reads the data where they are and writes only counts. It skips sets whose licence does not allow training:
 * these sets are only for evaluation.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { falseShareAbove, trainModel } from '@utpid/training'
import { shippedTraining } from './model/shipped-training.ts'
import { ROOT } from './repository/root.ts'

const data = process.env.UTPID_DATA
if (data === undefined) throw new Error('Set UTPID_DATA to the folder with feeds/ and labels/.')
const out = process.argv[2] ?? join(ROOT, 'packages', 'core', 'src', 'scoring', 'shipped-model.json')

const { sets, options } = await shippedTraining(data)
const { model, sets: trained } = await trainModel(sets, {
  ...options,
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
