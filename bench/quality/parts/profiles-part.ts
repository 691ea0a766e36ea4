import { DEFAULT_MODEL, type PairScore, PairScorer, shippedTermFrequency } from '@utpid/core/scoring'
import { pairMetrics, readRecord, type ScoredLabel, storedFeatures } from '@utpid/evaluation'
import { loadGazetteer } from '@utpid/gazetteer'
import type { GeneratedProduct, GeneratedRecord } from '@utpid/generator'
import { partlyDataPart } from '../../harness/part.ts'
import { below, type Figure } from '../../harness/row.ts'
import { metricFigures } from '../findings/score-set.ts'
import { airportRows } from '../sets/airport-rows.ts'
import { generatedPairs } from '../sets/generated-pairs.ts'
import { sightRows } from '../sets/sight-rows.ts'

/** Products of all kinds. About one in twenty is a tour or similar, one in fifty a transfer. */
const PRODUCTS = 30_000
const KINDS: readonly { readonly kind: GeneratedProduct['kind']; readonly what: string }[] = [
  { kind: 'activity', what: 'tours and sights' },
  { kind: 'transfer', what: 'transfers' },
]

/** Measures products other than lodging: airports and sights of real feeds, tours and transfers of generated feeds. */
export const profilesPart = partlyDataPart(
  'profiles',
  'only generated tours and transfers, because UTPID_DATA is not set.',
  async ({ data, seed, say }) => {
    const rows: Figure[] = []
    if (data !== undefined) {
      say('profiles: airports')
      rows.push(...(await airportRows(data)))
      say('profiles: sights')
      rows.push(...(await sightRows(data)))
    }
    for (const { kind, what } of KINDS) {
      say(`profiles: generated ${what}`)
      rows.push(...generatedRows(seed, kind, what))
    }
    return { n: PRODUCTS, rows: below('profiles', rows) }
  },
)

function generatedRows(seed: number, kind: GeneratedProduct['kind'], what: string): Figure[] {
  const scorer = new PairScorer(DEFAULT_MODEL, shippedTermFrequency())
  const labels = generatedPairs(seed, PRODUCTS, kind).flatMap(({ match, a, b }): ScoredLabel[] => {
    const score = scoreOf(a, b, scorer)
    return score === undefined ? [] : [{ match, confidence: score.confidence }]
  })
  const metrics = pairMetrics(labels, DEFAULT_MODEL.thresholds.pair)
  return below(`generated-${kind}`, [
    ...metricFigures(`generated ${what}`, ', the negatives siblings', metrics),
    ['best-f1', '... best F1 of any threshold', metrics.bestF1, 'fraction'],
  ])
}

const gazetteer = loadGazetteer()

/** Undefined if a registry would reject one of the two. */
function scoreOf(a: GeneratedRecord, b: GeneratedRecord, scorer: PairScorer): PairScore | undefined {
  const [left, right] = [a, b].map((row) => readRecord({ ...row }, { hidden: [], gazetteer }))
  if (left === undefined || right === undefined || !('record' in left) || !('record' in right)) return undefined
  return scorer.score(storedFeatures(left.record, false, gazetteer), storedFeatures(right.record, false, gazetteer))
}
