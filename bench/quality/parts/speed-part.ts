import {
  CURRENT_RULES,
  DEFAULT_MODEL,
  decodeFeatures,
  lookupKeys,
  PairScorer,
  type RecordFeatures,
  shippedTermFrequency,
  weightOfConfidence,
} from '@utpid/core/scoring'
import type { RecordId } from '@utpid/core/storage'
import { findCandidates } from '@utpid/evaluation'
import { dataPart } from '../../harness/part.ts'
import { below, count } from '../../harness/row.ts'
import { median, secondsSince } from '../../harness/statistics.ts'
import { storedRecords } from '../../harness/stored-rows.ts'
import { type ImportedFeed, importFrance } from '../../main/import-part.ts'
import { importParis } from '../sets/paris-registry.ts'
import { TARGETS, towards } from '../targets/targets.ts'

/** Rounds; the first ones warm up. */
const ROUNDS = 21
const MATCH_RUNS = 3

type Pair = readonly [RecordFeatures, RecordFeatures]

/** Measures the pairs scored per second, and the time of one match among the records of a country. */
export const speedPart = dataPart('speed', async ({ data, say }) => {
  say('speed: candidate pairs of the Paris feeds')
  const pairs = await candidatePairs(data)
  const scorer = new PairScorer(DEFAULT_MODEL, shippedTermFrequency())
  const floor = weightOfConfidence(DEFAULT_MODEL.thresholds.match)
  // Measure both variants in every round, so that a slow moment of the machine affects both.
  const bounded: number[] = []
  const full: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    bounded.push(pairsPerSecond(pairs, ([a, b]) => scorer.scoreFrom(a, b, floor)?.weight ?? 0))
    full.push(pairsPerSecond(pairs, ([a, b]) => scorer.score(a, b).weight))
  }
  const runs = Array.from({ length: MATCH_RUNS }, (_, at) => {
    const run = importFrance('volatile', data)
    say(`speed: match ${at + 1} of ${MATCH_RUNS}: p50 ${run.p50.toFixed(3)} ms`)
    return run
  })
  const [{ records }] = runs as [ImportedFeed]
  const p50 = median(runs.map((run) => run.p50))
  const rows = below('speed', [
    ['pairs', 'Paris: candidate pairs', pairs.length, 'count'],
    towards(TARGETS.boundedPairs, ['bounded', 'pairs a second, given up below `match`', median(bounded), 'count']),
    towards(TARGETS.scoredPairs, ['scored', 'pairs a second, fully scored', median(full), 'count']),
    towards(TARGETS.matchMedian, ['match-p50', `match among ${count(records)} records of France, p50`, p50, 'ms']),
  ])
  return { n: records, rows }
})

/** Returns every candidate pair that blocking finds, once. */
async function candidatePairs(data: string): Promise<Pair[]> {
  const storage = await importParis(data, '')
  const features = new Map<RecordId, RecordFeatures>()
  for await (const { row } of storedRecords(storage)) features.set(row.id, decodeFeatures(row.features))
  const lookups = [...features.values()].map((each) => lookupKeys(each, CURRENT_RULES))
  const found = await findCandidates(storage, lookups)
  return [...features].flatMap(([id, own], at) =>
    [...(found[at] ?? [])]
      .filter((other) => id < other)
      .map((other): Pair => [own, features.get(other) as RecordFeatures]),
  )
}

function pairsPerSecond(pairs: readonly Pair[], score: (pair: Pair) => number): number {
  globalThis.gc?.()
  let sum = 0
  const started = performance.now()
  for (const pair of pairs) sum += score(pair)
  const seconds = secondsSince(started)
  // Use the sum, so that the engine cannot skip the work.
  if (Number.isNaN(sum)) throw new Error('A pair has no weight.')
  return Math.round(pairs.length / seconds)
}
