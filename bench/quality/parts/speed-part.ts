import {
  DEFAULT_MODEL,
  decodeFeatures,
  INDEX_VERSION,
  lookupKeys,
  PairScorer,
  type RecordFeatures,
  shippedTermFrequency,
  weightOfConfidence,
} from '@utpid/core/scoring'
import type { RecordId } from '@utpid/core/storage'
import { findCandidates } from '@utpid/evaluation'
import { storedRecords } from '../../harness/clustering-hash.ts'
import type { Part, PartResult } from '../../harness/part.ts'
import { median } from '../../harness/quantile.ts'
import { barRow, plainRow } from '../../harness/row.ts'
import { runForJson } from '../../harness/run-child.ts'
import type { ImportRun } from '../../main/import-once.ts'
import { importParis } from '../sets/paris-registry.ts'

/** Rounds; the first ones warm up. */
const ROUNDS = 21
const MATCH_RUNS = 3

type Pair = readonly [RecordFeatures, RecordFeatures]

/** Measures the pairs scored per second, and the time of one match among the records of a country. */
export const speedPart: Part = {
  name: 'speed',
  needsData: true,
  run: async ({ data = '', say }): Promise<PartResult> => {
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
      const run = runForJson('bench/main/import-once.ts', ['volatile']) as ImportRun
      say(`speed: match ${at + 1} of ${MATCH_RUNS}: p50 ${run.p50.toFixed(3)} ms`)
      return run
    })
    const [{ records }] = runs as [ImportRun]
    return {
      n: records,
      rows: [
        plainRow('speed.pairs', 'Paris: candidate pairs', pairs.length, 'count'),
        barRow('speed.bounded', 'pairs a second, given up below `match`', median(bounded), 'count', ['>=', 1_000_000]),
        barRow('speed.scored', 'pairs a second, fully scored', median(full), 'count', ['>=', 150_000]),
        barRow(
          'speed.match-p50',
          `match among ${records.toLocaleString('en')} records of France, p50`,
          median(runs.map(({ p50 }) => p50)),
          'ms',
          ['<=', 0.5],
        ),
      ],
    }
  },
}

/** Returns every candidate pair that blocking finds, once. */
async function candidatePairs(data: string): Promise<Pair[]> {
  const storage = await importParis(data, '')
  const records: [RecordId, RecordFeatures][] = []
  for await (const { row } of storedRecords(storage)) records.push([row.id, decodeFeatures(row.features)])
  const features = new Map(records)
  const probes = records.map(([, each]) => lookupKeys(each, INDEX_VERSION))
  const found = await findCandidates(storage, probes)
  return records.flatMap(([id, own], at) =>
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
  const seconds = (performance.now() - started) / 1_000
  // Use the sum, so that the engine cannot skip the work.
  if (Number.isNaN(sum)) throw new Error('A pair has no weight.')
  return Math.round(pairs.length / seconds)
}
