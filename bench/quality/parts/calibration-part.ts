import { DEFAULT_MODEL, PairScorer, type RecordFeatures, type ScoringModel, termFrequencyOf } from '@utpid/core/scoring'
import type { ScoredLabel } from '@utpid/evaluation'
import { AIMS, type TrainingSet, trainModel } from '@utpid/training'
import { type ShippedTraining, shippedTraining } from '../../../scripts/model/shipped-training.ts'
import { dataPart } from '../../harness/part.ts'
import { below, type Figure } from '../../harness/row.ts'
import { mean, sum } from '../../harness/statistics.ts'
import { scoreSet } from '../findings/score-set.ts'
import { unsurePairs } from '../findings/unsure-pairs.ts'
import { GEO_ER_SETS } from '../sets/labelled-sets.ts'
import { readSets } from '../sets/read-sets.ts'

const MIN_PAIRS = 1_000
const EXTREME = 1e-9

/**
 * Tests whether confidences are calibrated for pairs of an unseen origin. Uses the shipped model for sets on which it
 * was never trained. For each origin in its training, uses a model that was trained without that origin.
 */
export const calibrationPart = dataPart('calibration', async (context) => {
  const { sets, skipped } = await readSets(context)
  const unseen = sets
    .filter(({ id }) => GEO_ER_SETS.includes(id))
    .map((set): Origin => {
      return { id: set.id, what: set.what, labels: scoreSet(set), match: DEFAULT_MODEL.thresholds.match }
    })
  const training = await shippedTraining(context.data)
  for (const [what, own] of origins(training.sets)) {
    context.say(`calibration: training without ${what}`)
    const model = await trainWithout(own, training)
    const id = what.toLowerCase().replace(/[^a-z0-9]+/g, '-')
    unseen.push({ id, what, labels: own.flatMap((set) => scored(set, model)), match: model.thresholds.match })
  }
  const rows = unseen.flatMap((origin) => below(`calibration.${origin.id}`, figuresOf(origin, context.seed)))
  return { skipped, n: sum(unseen.map(({ labels }) => labels.length)), rows }
})

interface Origin {
  readonly id: string
  readonly what: string
  readonly labels: readonly ScoredLabel[]
  /** Confidence from which the model links records. */
  readonly match: number
}

/**
 * Groups sets by the origin of their records. Two feeds that are linked by telephone and by web host give two sets with
 * the same records.
 */
function origins(sets: readonly TrainingSet[]): [what: string, sets: TrainingSet[]][] {
  const byOrigin = new Map<string, TrainingSet[]>()
  for (const set of sets) {
    const what = set.name.replace(/, linked by .*/, '')
    byOrigin.set(what, [...(byOrigin.get(what) ?? []), set])
  }
  return [...byOrigin].filter(([, own]) => sum(own.map(({ pairs }) => pairs.length)) >= MIN_PAIRS)
}

async function trainWithout(
  own: readonly TrainingSet[],
  { sets, candidates, options }: ShippedTraining,
): Promise<ScoringModel> {
  const others = sets.filter((set) => !own.includes(set))
  const names = others.map(({ name }) => name)
  const { model } = await trainModel(others, {
    ...options,
    candidates: candidates.filter((name) => names.includes(name)),
  })
  return model
}

function scored({ pairs }: TrainingSet, model: ScoringModel): ScoredLabel[] {
  const records = new Set<RecordFeatures>()
  for (const { left, right } of pairs) records.add(left).add(right)
  const scorer = new PairScorer(model, termFrequencyOf(records))
  return pairs.map(({ left, right, match }) => ({ match, confidence: scorer.score(left, right).confidence }))
}

function figuresOf({ what, labels, match }: Origin, seed: number): Figure[] {
  const { pairs, gap, chance } = unsurePairs(labels, seed)
  const links = labels.filter(({ confidence }) => confidence >= match)
  const wrong = links.filter((link) => !link.match).length / links.length
  const promised = Math.max(AIMS.falseLinks, mean(links.map(({ confidence }) => 1 - confidence)))
  const gapTold = unsurePairs(withKnownShare(labels), seed).gap
  return [
    ['pairs', `${what}, unseen: pairs`, labels.length, 'count'],
    ['unsure', '... of confidence .05 to .99', pairs, 'count'],
    ['gap', '... mean of confidence from truth there', gap, 'fraction', '<= 0.05'],
    ['chance', '... of which chance alone', chance, 'fraction'],
    ['gap-told', '... mean when the model is told how many match', gapTold, 'fraction'],
    ['wrong', `... wrong from \`match\` on, of ${links.length}`, wrong, 'fraction'],
    // The confidences, or the aim of the threshold, promise a number of wrong links above `match`.
    ['wrong-by-promise', '... in parts of what was promised', wrong / promised, 'count', '<= 2'],
  ]
}

/**
 * Shifts all confidences by the same number of bits, so that their sum equals the number of matches. The author of a
 * set chooses its share of matches, and no model can know it.
 */
function withKnownShare(labels: readonly ScoredLabel[]): ScoredLabel[] {
  const matches = labels.filter(({ match }) => match).length
  const moved = (bits: number): ScoredLabel[] =>
    labels.map(({ match, confidence }) => {
      const odds = Math.min(1 - EXTREME, Math.max(EXTREME, confidence))
      return { match, confidence: 1 / (1 + ((1 - odds) / odds) * 2 ** -bits) }
    })
  let [low, high] = [-20, 20]
  for (let step = 0; step < 50; step++) {
    const bits = (low + high) / 2
    if (sum(moved(bits).map(({ confidence }) => confidence)) < matches) low = bits
    else high = bits
  }
  return moved(low)
}
