import { DEFAULT_MODEL, type ScoringModel } from '@utpid/core/scoring'
import { pairMetrics } from '@utpid/evaluation'
import { dataPart } from '../../harness/part.ts'
import { below, type Figure } from '../../harness/row.ts'
import { sum } from '../../harness/statistics.ts'
import { scoreSet } from '../findings/score-set.ts'
import { trainedOn } from '../findings/trained-models.ts'
import { OVERTURE_SET } from '../sets/labelled-sets.ts'
import { type LabelledSet, readSets } from '../sets/read-sets.ts'
import { TARGETS, type Target, towards } from '../targets/targets.ts'

/** Tests two models on the validation pairs of Overture: trained on its train pairs, and the shipped model. */
export const overturePart = dataPart('overture', async (context) => {
  const { sets, skipped } = await readSets(context)
  const own = sets.filter(({ id }) => id === OVERTURE_SET)
  const rows: Figure[] = []
  for (const set of own) {
    const model = await trainedOn(set.what, [set], context)
    rows.push(...figuresOf('trained', `${set.what}, trained on its train pairs`, set, model, TARGETS.overtureTrained))
    rows.push(...figuresOf('shipped', `${set.what}, shipped model`, set, DEFAULT_MODEL, TARGETS.overtureShipped))
  }
  return { skipped, n: sum(own.map(({ pairs }) => pairs.length)), rows: below('overture', rows) }
})

function figuresOf(id: string, what: string, set: LabelledSet, model: ScoringModel, target: Target): Figure[] {
  const { f1, precision, recall, bestF1 } = pairMetrics(scoreSet(set, model), model.thresholds.pair)
  return below(id, [
    towards(target, ['f1', `${what}: F1 at \`pair\``, f1, 'fraction']),
    ['precision', '... precision', precision, 'fraction'],
    ['recall', '... recall', recall, 'fraction'],
    ['best-f1', '... best F1 of any threshold', bestF1, 'fraction'],
  ])
}
