import { DEFAULT_MODEL, type Profile } from '@utpid/core/scoring'
import { EvaluationError, pairMetrics } from '@utpid/evaluation'
import { dataPart, type Part, type PartContext } from '../../harness/part.ts'
import { below, type Figure } from '../../harness/row.ts'
import { seededRandom, shuffled } from '../../harness/seeded-random.ts'
import { mean, sum } from '../../harness/statistics.ts'
import { type JudgedPair, type MeasuredSet, measureSet, type OtherScores } from '../findings/measure-set.ts'
import { type MatcherRequest, runMatcher } from '../findings/other-matcher.ts'
import type { FamilyFinding, QualityFindings, SetFinding } from '../findings/quality-findings.ts'
import { metricFigures, scorerOf } from '../findings/score-set.ts'
import { GEO_ER_SETS } from '../sets/labelled-sets.ts'
import { type LabelledSet, type QualityPair, readSets } from '../sets/read-sets.ts'
import { TARGETS, towards } from '../targets/targets.ts'

const PROFILES: readonly Profile[] = ['lodging', 'activity', 'transfer', 'point', 'generic']
const MATCHER_TIMEOUT_SECONDS = 600

/** Measures the shipped model, the baselines and an optional other matcher on every set of labelled pairs. */
export function pairsPart(findings: QualityFindings): Part {
  return dataPart('pairs', async (context) => {
    const { sets, skipped } = await readSets(context)
    const others = await otherScores(sets, context)
    const measured = sets.map((set) => {
      context.say(`pairs: measuring ${set.id}`)
      return measureSet(set, scorerOf(set), context.seed, others.get(set))
    })
    findings.sets = measured.map(({ finding }) => finding).filter(({ positives }) => positives > 0)
    findings.families = familyFindings(measured)
    const rows = below('pairs', [
      ...sets.flatMap((set, at) => below(set.id, setFigures(set, measured[at] as MeasuredSet))),
      ...meanFigures(findings.sets),
      ...sliceFigures(sets, measured),
      ...findings.families.flatMap(familyFigures),
    ])
    return { skipped, n: sum(measured.map(({ finding }) => finding.pairs)), rows }
  })
}

function setFigures(set: LabelledSet, { finding, metrics }: MeasuredSet): Figure[] {
  const { what, positives, matchers } = finding
  const pairs: Figure = ['pairs', `${what}: pairs`, finding.pairs, 'count']
  if (positives === 0) return [pairs]
  if (!set.judgesPrecision) return [pairs, ['recall', `${what}: recall`, metrics.recall, 'fraction']]
  const { precision, recall, bestF1, prAuc, brier, ece } = metrics
  return [
    pairs,
    ['positives', '... that are the same', positives, 'count'],
    ['f1', `${what}: F1`, metrics.f1, 'fraction'],
    ['precision', '... precision', precision, 'fraction'],
    ['recall', '... recall', recall, 'fraction'],
    ['best-f1', '... best F1 of any threshold', bestF1, 'fraction'],
    ['pr-auc', '... area under precision and recall', prAuc, 'fraction'],
    ['brier', '... Brier score', brier, 'fraction'],
    ['ece', '... calibration error', ece, 'fraction'],
    ['calibration-gap', '... confidence from truth, where it is .05 to .99', finding.calibrationGap, 'fraction'],
    ['false-above-match', '... false from `match` on', finding.falseAboveMatch, 'fraction'],
    ...matchers.slice(1).flatMap((other): Figure[] => [
      [`${other.id}.f1`, `... F1 of ${other.what} (${other.fitted})`, other.f1, 'fraction'],
      [`${other.id}.pr-auc`, `... area of ${other.what}`, other.prAuc, 'fraction'],
    ]),
  ]
}

/** Means over the four sets of places, for utpid and every other matcher. */
function meanFigures(sets: readonly SetFinding[]): Figure[] {
  const four = sets.filter(({ id }) => GEO_ER_SETS.includes(id))
  const meanOf = (at: number): number => mean(four.map(({ matchers }) => matchers[at]?.f1 ?? 0))
  const what = 'mean F1 of the four sets of places'
  // A mean of fewer sets would look like a mean of four.
  const isWhole = four.length === GEO_ER_SETS.length
  const [, ...others] = isWhole ? (four[0]?.matchers ?? []) : []
  return [
    towards(TARGETS.shippedMeanF1, ['mean-f1', `${what}, utpid`, isWhole ? meanOf(0) : null, 'fraction']),
    ...others.map((other, at): Figure => [`mean-f1.${other.id}`, `${what}, ${other.what}`, meanOf(at + 1), 'fraction']),
  ]
}

/** Returns figures over all pairs by profile and by script. Uses only sets that can measure precision. */
function sliceFigures(sets: readonly LabelledSet[], measured: readonly MeasuredSet[]): Figure[] {
  const judged = measured.flatMap((each, at) => (sets[at]?.judgesPrecision === true ? each.judged : []))
  const slice = (id: string, what: string, holds: (pair: QualityPair) => boolean): Figure[] => {
    const own = judged.filter(({ pair }) => holds(pair))
    return below(id, metricFigures(what, ' of all sets', pairMetrics(own, DEFAULT_MODEL.thresholds.pair)))
  }
  return [
    ...PROFILES.flatMap((profile) =>
      slice(`profile.${profile}`, `profile ${profile}`, (pair) => pair.profile === profile),
    ),
    ...slice('script.latin', 'names in Latin letters', ({ script }) => script === 'Latin'),
    ...slice('script.other', 'a name in other letters', ({ script }) => script === 'other'),
  ]
}

function familyFindings(measured: readonly MeasuredSet[]): FamilyFinding[] {
  const families = new Map<string, JudgedPair[]>()
  for (const each of measured.flatMap(({ judged }) => judged)) {
    const { family } = each.pair
    if (family !== undefined && !each.match) families.set(family, [...(families.get(family) ?? []), each])
  }
  const { pair, match } = DEFAULT_MODEL.thresholds
  const share = (list: readonly JudgedPair[], threshold: number): number =>
    list.filter(({ confidence }) => confidence >= threshold).length / list.length
  return [...families]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([family, list]) => ({ family, pairs: list.length, atPair: share(list, pair), atMatch: share(list, match) }))
}

function familyFigures({ family, pairs, atPair, atMatch }: FamilyFinding): Figure[] {
  return below(`hard-negatives.${family.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`, [
    ['pairs', `hard negatives, ${family}`, pairs, 'count'],
    ['at-pair', '... wrongly called a match at `pair`', atPair, 'fraction'],
    ['at-match', '... at `match`', atMatch, 'fraction'],
  ])
}

/** Scores of the `--matcher` command for all pairs, by set; empty without a command. */
async function otherScores(
  sets: readonly LabelledSet[],
  { options, seed, say }: PartContext,
): Promise<Map<LabelledSet, OtherScores>> {
  const { matcher: command } = options
  if (command === undefined) return new Map()
  const timeoutSeconds = Number(options['matcher-timeout'] ?? MATCHER_TIMEOUT_SECONDS)
  if (!(timeoutSeconds > 0)) {
    throw new EvaluationError(`--matcher-timeout is ${options['matcher-timeout']}; give seconds, more than 0.`)
  }
  // Send all pairs shuffled, with running numbers, so that neither order nor id reveals set, use or label.
  const all = sets.flatMap((set) => [...set.pairs, ...set.trainPairs])
  const pairs = shuffled(all, seededRandom(seed))
  const ids = new Map(pairs.map((pair, at) => [pair, String(at + 1)]))
  say(`pairs: ${pairs.length} pairs to ${command}`)
  const requests = pairs.map((pair, at): MatcherRequest => ({ id: String(at + 1), a: pair.a.sent, b: pair.b.sent }))
  const scores = await runMatcher(requests, { command, timeoutSeconds })
  const scoresOf = (list: readonly QualityPair[]): number[] =>
    list.map((pair) => scores.get(ids.get(pair) ?? '') as number)
  return new Map(
    sets.map((set) => [set, { what: command, pairs: scoresOf(set.pairs), trainPairs: scoresOf(set.trainPairs) }]),
  )
}
