import { DEFAULT_MODEL, PairScorer, type RecordFeatures, type ScoringModel, termFrequencyOf } from '@utpid/core/scoring'
import type { ScoredLabel } from '@utpid/evaluation'
import { AIMS, type TrainingSet, trainModel } from '@utpid/training'
import { type ShippedTraining, shippedTraining } from '../../../scripts/model/shipped-training.ts'
import type { Part, PartContext, PartResult } from '../../harness/part.ts'
import { barRow, plainRow, type Row } from '../../harness/row.ts'
import { unsurePairs } from '../findings/unsure-pairs.ts'
import { GEO_ER_SETS } from '../sets/labelled-sets.ts'
import { readSets, recordsOf } from '../sets/read-sets.ts'

const MAX_GAP = 0.05
/**
 * Maximum ratio of actual to promised wrong links above `match`. The confidences, or the aim of the threshold, give the
 * promised number.
 */
const MAX_FALSE_RATIO = 2
const MIN_PAIRS = 1_000
const EXTREME = 1e-9

/**
 * Tests whether confidences are calibrated for pairs of an unseen origin. Uses the shipped model for sets on which it
 * was never trained. For each origin in its training, uses a model that was trained without that origin.
 */
export const calibrationPart: Part = {
  name: 'calibration',
  needsData: true,
  run: async (context): Promise<PartResult> => {
    const { sets, skipped } = await readSets(context)
    const never = sets
      .filter(({ id }) => GEO_ER_SETS.includes(id))
      .map((set): Origin => {
        const scorer = new PairScorer(DEFAULT_MODEL, termFrequencyOf(recordsOf(set)))
        const labels = set.pairs.map(({ a, b, match }) => ({ match, ...scorer.score(a.features, b.features) }))
        return { id: set.id, what: set.what, labels, match: DEFAULT_MODEL.thresholds.match }
      })
    const training = await shippedTraining(context.data as string)
    const left: Origin[] = []
    for (const [what, own] of origins(training.sets)) {
      context.say(`calibration: training without ${what}`)
      const model = await trainWithout(own, training)
      const id = what.toLowerCase().replace(/[^a-z0-9]+/g, '-')
      left.push({ id, what, labels: own.flatMap((set) => scored(set, model)), match: model.thresholds.match })
    }
    const all = [...never, ...left]
    return {
      skipped,
      n: all.reduce((sum, { labels }) => sum + labels.length, 0),
      rows: all.flatMap((origin) => rowsOf(origin, context)),
    }
  },
}

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
  return [...byOrigin].filter(([, own]) => own.reduce((sum, { pairs }) => sum + pairs.length, 0) >= MIN_PAIRS)
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

function rowsOf({ id: name, what, labels, match }: Origin, { seed }: PartContext): Row[] {
  const id = (row: string): string => `calibration.${name}.${row}`
  const { pairs, gap, chance } = unsurePairs(labels, seed)
  const links = labels.filter(({ confidence }) => confidence >= match)
  const wrong = links.filter((link) => !link.match).length / links.length
  const promised = Math.max(
    AIMS.falseLinks,
    links.reduce((sum, { confidence }) => sum + 1 - confidence, 0) / links.length,
  )
  return [
    plainRow(id('pairs'), `${what}, unseen: pairs`, labels.length, 'count'),
    plainRow(id('unsure'), '... of confidence .05 to .99', pairs, 'count'),
    barRow(id('gap'), '... mean of confidence from truth there', gap, 'fraction', ['<=', MAX_GAP]),
    plainRow(id('chance'), '... of which chance alone', chance, 'fraction'),
    plainRow(
      id('gap-told'),
      '... mean when the model is told how many match',
      unsurePairs(withKnownShare(labels), seed).gap,
      'fraction',
    ),
    plainRow(id('wrong'), `... wrong from \`match\` on, of ${links.length}`, wrong, 'fraction'),
    barRow(id('wrong-by-promise'), '... in parts of what was promised', wrong / promised, 'count', [
      '<=',
      MAX_FALSE_RATIO,
    ]),
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
    const sum = moved(bits).reduce((total, { confidence }) => total + confidence, 0)
    if (sum < matches) low = bits
    else high = bits
  }
  return moved(low)
}
