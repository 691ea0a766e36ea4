import { DEFAULT_MODEL, PairScorer, type Profile, termFrequencyOf } from '@utpid/core/scoring'
import { EvaluationError, pairMetrics } from '@utpid/evaluation'
import type { Part, PartContext, PartResult } from '../../harness/part.ts'
import { barRow, plainRow, type Row } from '../../harness/row.ts'
import { seededRandom, shuffled } from '../../harness/seeded-random.ts'
import { type JudgedPair, type MeasuredSet, measureSet, type OtherScores } from '../findings/measure-set.ts'
import { type MatcherRequest, runMatcher } from '../findings/other-matcher.ts'
import type { FamilyFinding, QualityFindings, SetFinding } from '../findings/quality-findings.ts'
import { GEO_ER_SETS } from '../sets/labelled-sets.ts'
import { type LabelledSet, type QualityPair, readSets, recordsOf } from '../sets/read-sets.ts'

const MIN_F1 = 0.91
const PROFILES: readonly Profile[] = ['lodging', 'activity', 'transfer', 'point', 'generic']
const MATCHER_TIMEOUT_SECONDS = 600

/** Measures the shipped model, the baselines and an optional other matcher on every set of labelled pairs. */
export function pairsPart(findings: QualityFindings): Part {
  return {
    name: 'pairs',
    needsData: true,
    run: async (context): Promise<PartResult> => {
      const { sets, skipped } = await readSets(context)
      const others = await otherScores(sets, context)
      const measured: MeasuredSet[] = []
      for (const set of sets) {
        context.say(`pairs: measuring ${set.id}`)
        // Use term frequencies as in a registry of these records with its own term-frequency version.
        const words = termFrequencyOf(recordsOf(set))
        measured.push(measureSet(set, new PairScorer(DEFAULT_MODEL, words), context.seed, others.get(set)))
      }
      findings.sets = measured.map(({ finding }) => finding).filter(({ positives }) => positives > 0)
      findings.families = familyFindings(measured)
      return {
        skipped,
        n: measured.reduce((sum, { finding }) => sum + finding.pairs, 0),
        rows: [
          ...sets.flatMap((set, at) => setRows(set, measured[at] as MeasuredSet)),
          ...meanRows(findings.sets),
          ...sliceRows(sets, measured),
          ...findings.families.flatMap(familyRows),
        ],
      }
    },
  }
}

function setRows(set: LabelledSet, { finding, metrics }: MeasuredSet): Row[] {
  const id = (name: string): string => `pairs.${set.id}.${name}`
  const { what, positives, matchers } = finding
  const count = plainRow(id('pairs'), `${what}: pairs`, finding.pairs, 'count')
  if (positives === 0) return [count]
  if (!set.judgesPrecision) return [count, plainRow(id('recall'), `${what}: recall`, metrics.recall, 'fraction')]
  const fraction = (name: string, words: string, value: number | null): Row =>
    plainRow(id(name), `... ${words}`, value, 'fraction')
  return [
    count,
    plainRow(id('positives'), '... that are the same', positives, 'count'),
    plainRow(id('f1'), `${what}: F1`, metrics.f1, 'fraction'),
    fraction('precision', 'precision', metrics.precision),
    fraction('recall', 'recall', metrics.recall),
    fraction('best-f1', 'best F1 of any threshold', metrics.bestF1),
    fraction('pr-auc', 'area under precision and recall', metrics.prAuc),
    fraction('brier', 'Brier score', metrics.brier),
    fraction('ece', 'calibration error', metrics.ece),
    fraction('calibration-gap', 'confidence from truth, where it is .05 to .99', finding.calibrationGap),
    fraction('false-above-match', 'false from `match` on', finding.falseAboveMatch),
    ...matchers
      .slice(1)
      .flatMap((matcher) => [
        fraction(`${matcher.id}.f1`, `F1 of ${matcher.what} (${matcher.fitted})`, matcher.f1),
        fraction(`${matcher.id}.pr-auc`, `area of ${matcher.what}`, matcher.prAuc),
      ]),
  ]
}

/** Means over the four sets of places, for utpid and every other matcher. */
function meanRows(sets: readonly SetFinding[]): Row[] {
  const four = sets.filter(({ id }) => GEO_ER_SETS.includes(id))
  // A mean of fewer sets would look like a mean of four.
  if (four.length < GEO_ER_SETS.length) {
    return [barRow('pairs.mean-f1', 'mean F1 of the four sets of places, utpid', null, 'fraction', ['>=', MIN_F1])]
  }
  const [first] = four as [SetFinding]
  return first.matchers.map(({ id, what }, at) => {
    const mean = four.reduce((sum, { matchers }) => sum + (matchers[at]?.f1 ?? 0), 0) / four.length
    const words = `mean F1 of the four sets of places, ${what}`
    if (id === 'utpid') return barRow('pairs.mean-f1', words, mean, 'fraction', ['>=', MIN_F1])
    return plainRow(`pairs.mean-f1.${id}`, words, mean, 'fraction')
  })
}

/** Returns figures over all pairs by profile and by script. Uses only sets that can measure precision. */
function sliceRows(sets: readonly LabelledSet[], measured: readonly MeasuredSet[]): Row[] {
  const judged = measured.flatMap((each, at) => (sets[at]?.judgesPrecision === true ? each.judged : []))
  const slice = (id: string, what: string, holds: (pair: QualityPair) => boolean): Row[] => {
    const own = judged.filter(({ pair }) => holds(pair))
    const { pairs, positives, precision, recall, f1 } = pairMetrics(own, DEFAULT_MODEL.thresholds.pair)
    const row = (name: string, words: string, value: number | null): Row =>
      plainRow(`pairs.${id}.${name}`, words, value, name === 'pairs' || name === 'positives' ? 'count' : 'fraction')
    if (positives === 0) return [row('pairs', `${what}: pairs, none of them the same`, pairs)]
    return [
      row('pairs', `${what}: pairs of all sets`, pairs),
      row('positives', '... that are the same', positives),
      row('f1', '... F1', f1),
      row('precision', '... precision', precision),
      row('recall', '... recall', recall),
    ]
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
  for (const { judged } of measured) {
    for (const each of judged) {
      const { family } = each.pair
      if (family !== undefined && !each.match) families.set(family, [...(families.get(family) ?? []), each])
    }
  }
  const { pair, match } = DEFAULT_MODEL.thresholds
  const share = (list: readonly JudgedPair[], threshold: number): number =>
    list.filter(({ confidence }) => confidence >= threshold).length / list.length
  return [...families]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([family, list]) => ({
      family,
      pairs: list.length,
      atPair: share(list, pair),
      atMatch: share(list, match),
    }))
}

function familyRows({ family, pairs, atPair, atMatch }: FamilyFinding): Row[] {
  const id = `pairs.hard-negatives.${family.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`
  return [
    plainRow(`${id}.pairs`, `hard negatives, ${family}`, pairs, 'count'),
    plainRow(`${id}.at-pair`, '... wrongly called a match at `pair`', atPair, 'fraction'),
    plainRow(`${id}.at-match`, '... at `match`', atMatch, 'fraction'),
  ]
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
  const pairs = shuffled(
    sets.flatMap((set) => [...set.pairs, ...set.trainPairs]),
    seededRandom(seed),
  )
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
