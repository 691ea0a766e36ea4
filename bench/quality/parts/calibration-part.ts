import { DEFAULT_MODEL } from '@utpid/core/scoring'
import { AIMS, type TrainingSet } from '@utpid/training'
import { dataPart } from '../../harness/part.ts'
import { below, type Figure } from '../../harness/row.ts'
import { mean, sum } from '../../harness/statistics.ts'
import { byPattern } from '../findings/field-pattern.ts'
import { scorePairs, scorerOf } from '../findings/score-set.ts'
import { type PatternLabel, priorAndPattern, scoreTrainingPairs } from '../findings/score-training.ts'
import { estimatedShare, withKnownShare, withShare } from '../findings/share-of-matches.ts'
import { shippedSets, trainedWithout } from '../findings/trained-models.ts'
import { unsurePairs } from '../findings/unsure-pairs.ts'
import { placeSets } from '../sets/place-sets.ts'
import { type LabelledSet, readSets } from '../sets/read-sets.ts'
import { TARGETS, towards } from '../targets/targets.ts'

const MIN_PAIRS = 1_000
const MIN_PAIRS_OF_PATTERN = 500

/**
 * Tests whether confidences are calibrated for pairs of an unseen origin, and for pairs that share the same fields. Uses
 * the shipped model for sets on which it was never trained. For each origin in its training, uses a model that was
 * trained without that origin.
 */
export const calibrationPart = dataPart('calibration', async (context) => {
  const { sets, skipped } = await readSets(context)
  const unseen = placeSets(sets).map((set): Origin => {
    return { id: set.id, what: set.what, labels: labelsOf(set), match: DEFAULT_MODEL.thresholds.match }
  })
  for (const [what, own] of origins((await shippedSets(context.data)).sets)) {
    const model = await trainedWithout(what, (set) => own.includes(set), context)
    const id = what.toLowerCase().replace(/[^a-z0-9]+/g, '-')
    const labels = own.flatMap(({ pairs }) => scoreTrainingPairs(pairs, model))
    unseen.push({ id, what, labels, match: model.thresholds.match })
  }
  const rows = unseen.flatMap((origin) => below(`calibration.${origin.id}`, figuresOf(origin, context.seed)))
  rows.push(...patternFigures(unseen, context.seed))
  return { skipped, n: sum(unseen.map(({ labels }) => labels.length)), rows }
})

interface Origin {
  readonly id: string
  readonly what: string
  readonly labels: readonly PatternLabel[]
  /** Confidence from which the model links records. */
  readonly match: number
}

function labelsOf(set: LabelledSet): PatternLabel[] {
  const scorer = scorerOf(set)
  const scores = scorePairs(set, scorer)
  return set.pairs.map(({ a, b, match }, at) => {
    const { confidence } = scores[at] as (typeof scores)[number]
    return { match, confidence, ...priorAndPattern(a.features, b.features, scorer) }
  })
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

function figuresOf({ what, labels, match }: Origin, seed: number): Figure[] {
  const { pairs, gap, chance, aboveChance } = unsurePairs(labels, seed)
  const links = labels.filter(({ confidence }) => confidence >= match)
  const wrong = links.filter((link) => !link.match).length / links.length
  const promised = Math.max(AIMS.falseLinks, mean(links.map(({ confidence }) => 1 - confidence)))
  return [
    ['pairs', `${what}, unseen: pairs`, labels.length, 'count'],
    ['unsure', '... of confidence .05 to .99', pairs, 'count'],
    ['gap', '... mean of confidence from truth there', gap, 'fraction'],
    ['chance', '... of which chance alone', chance, 'fraction'],
    ['above-chance', '... above chance', aboveChance, 'fraction'],
    ['matches', '... share of matches', mean(labels.map((label) => Number(label.match))), 'fraction'],
    ['matches-estimated', '... share of matches, estimated without labels', estimatedShare(labels), 'fraction'],
    ...estimatedFigures('... with the estimated share:', atEstimatedShare(labels), seed),
    [
      'gap-told',
      '... mean when the model knows how many pairs match',
      unsurePairs(withKnownShare(labels), seed).gap,
      'fraction',
    ],
    ['wrong', `... wrong from \`match\` on, of ${links.length}`, wrong, 'fraction'],
    // The confidences, or the aim of the threshold, promise a number of wrong links above `match`.
    ['wrong-by-promise', '... in parts of what was promised', wrong / promised, 'count', '<= 2'],
  ]
}

/** Returns figures of the pairs of all origins that share the same fields, each origin at its estimated share. */
function patternFigures(unseen: readonly Origin[], seed: number): Figure[] {
  const labels = unseen.flatMap((origin) => atEstimatedShare(origin.labels))
  return byPattern(labels, MIN_PAIRS_OF_PATTERN).flatMap(([pattern, own]) =>
    below(`calibration.pattern.${pattern}`, [
      ['pairs', `both records have ${pattern.replaceAll('+', ', ')}: pairs of all sets`, own.length, 'count'],
      ...estimatedFigures('... with the estimated shares:', own, seed),
    ]),
  )
}

function estimatedFigures(what: string, labels: readonly PatternLabel[], seed: number): Figure[] {
  const { pairs, gap, chance, aboveChance } = unsurePairs(labels, seed)
  const figure: Figure = ['above-chance-estimated', `${what} above chance`, aboveChance, 'fraction']
  return [
    ['unsure-estimated', `${what} pairs of confidence .05 to .99`, pairs, 'count'],
    ['gap-estimated', `${what} mean of confidence from truth`, gap, 'fraction'],
    ['chance-estimated', `${what} chance alone`, chance, 'fraction'],
    // Without unsure pairs there is no error.
    pairs === 0 ? figure : towards(TARGETS.calibration, figure),
  ]
}

/** Shifts the confidences of an origin to its share of matches, which is estimated without labels. */
function atEstimatedShare(labels: readonly PatternLabel[]): PatternLabel[] {
  const share = estimatedShare(labels)
  return share === null ? [] : withShare(labels, share)
}
