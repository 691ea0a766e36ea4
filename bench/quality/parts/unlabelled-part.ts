import { DEFAULT_MODEL, PairScorer, type RecordFeatures, type ScoringModel, termFrequencyOf } from '@utpid/core/scoring'
import { pairMetrics, precisionRecallAt, type ScoredLabel } from '@utpid/evaluation'
import { neutralModel, trainModel, trainUnlabelled } from '@utpid/training'
import { dataPart } from '../../harness/part.ts'
import { below, type Figure } from '../../harness/row.ts'
import { sum } from '../../harness/statistics.ts'
import { readSets } from '../sets/read-sets.ts'
import { ofTrainPairs, parisHalves, type UnlabelledSet } from '../sets/unlabelled-sets.ts'

const CITY = '-edi'

/**
 * Compares training without labels with training by labels: Edinburgh, and each half of Paris by the other half. Both
 * start from a model without weights, because the shipped model has seen the labels of Paris.
 */
export const unlabelledPart = dataPart('unlabelled', async (context) => {
  const { sets, skipped } = await readSets(context)
  const compared = [
    ...sets.filter(({ id }) => id.endsWith(CITY)).map(ofTrainPairs),
    ...(await parisHalves(context.data)),
  ]
  const rows: Figure[] = []
  for (const set of compared) {
    context.say(`unlabelled: training for ${set.what}`)
    rows.push(...below(`unlabelled.${set.id}`, await figuresOf(set, context.seed)))
  }
  return { skipped, n: sum(compared.map(({ tested }) => tested.length)), rows }
})

async function figuresOf(set: UnlabelledSet, seed: number): Promise<Figure[]> {
  const base = neutralModel(DEFAULT_MODEL)
  const { model } = await trainModel([{ name: set.id, pairs: set.train }], { version: 'bench-labelled', base, seed })
  const trained = pairMetrics(scored(set, model), model.thresholds.pair)
  const unlabelled = await trainUnlabelled(set.suppliers, { version: 'bench-unlabelled', base, seed })
  const { match, pair } = unlabelled.model.thresholds
  const labels = scored(set, unlabelled.model)
  const { f1, bestF1, ece, positives } = pairMetrics(labels, pair)
  const linked = precisionRecallAt(labels, match)
  return [
    ['positives', `${set.what}: matching pairs of ${labels.length}`, positives, 'count'],
    ['f1-trained', '... F1 at `pair`, trained with labels', trained.f1, 'fraction'],
    ['f1', '... F1 at `pair`, trained without labels', f1, 'fraction'],
    ['difference', '... difference', (trained.f1 ?? 0) - (f1 ?? 0), 'fraction', '<= 0.02'],
    ['best-f1', '... best F1 of any threshold, without labels', bestF1, 'fraction'],
    ['ece-trained', '... calibration error, trained with labels', trained.ece, 'fraction'],
    ['ece', '... calibration error, trained without labels', ece, 'fraction', '<= 0.03'],
    ['precision', '... precision at `match`, without labels', linked.precision, 'fraction', '>= 0.985'],
    ['expected-precision', '... as estimated without labels', unlabelled.expected.precision, 'fraction'],
    ['recall', '... recall at `match`, without labels', linked.recall, 'fraction'],
  ]
}

function scored({ tested }: UnlabelledSet, model: ScoringModel): ScoredLabel[] {
  const records = new Set<RecordFeatures>()
  for (const { left, right } of tested) records.add(left).add(right)
  const scorer = new PairScorer(model, termFrequencyOf(records))
  return tested.map(({ left, right, match }) => ({ match, confidence: scorer.score(left, right).confidence }))
}
