import { setImmediate } from 'node:timers/promises'
import type { MatchInput, PairScorer, RecordFeatures } from '@utpid/core'
import { storedFeatures } from '../stored-features.ts'
import { explainPair, type PairExplanation } from './explain-pair.ts'
import type { ScoredLabel } from './pair-metrics.ts'
import type { LabelledPair, PairEnd, UnreadablePair } from './read-labelled-pairs.ts'
import { type ReadRecordOptions, readRecord } from './read-record.ts'
import type { RecordLookup } from './record-lookup.ts'

export interface ScorePairsOptions extends ReadRecordOptions {
  readonly scorer: PairScorer
  readonly lookup: RecordLookup
  /** Two records of one source count as such; else a and b are of two suppliers, whatever they say. */
  readonly asSuppliers: boolean
  readonly signal?: AbortSignal | undefined
}

export interface ScoredPair extends ScoredLabel {
  readonly line: number
  readonly a: PairEnd
  readonly b: PairEnd
}

export interface ScoredPairs {
  readonly scored: readonly ScoredPair[]
  /** Pairs with an end that is in no feed: not scored. */
  readonly missing: readonly UnreadablePair[]
  /** Pairs with a record that no registry would take: scored as certainly different, which is what became of them. */
  readonly refused: readonly UnreadablePair[]
  /** Time of reading records, extracting features and scoring; not that of reading files. */
  readonly seconds: number
}

/** Between two such lots Ctrl-C is heard. */
const PAIRS_AT_A_TIME = 1_000

type PairFeatures = readonly [RecordFeatures, RecordFeatures]

/** Why a pair has no features. */
interface NoFeatures {
  readonly kind: 'missing' | 'refused'
  readonly reason: string
}

/** Scores labelled pairs as a registry would: through the door, through stored bytes, with the shipped word table. */
export async function scoreLabelledPairs(
  pairs: readonly LabelledPair[],
  options: ScorePairsOptions,
): Promise<ScoredPairs> {
  const scored: ScoredPair[] = []
  const unusable = { missing: [] as UnreadablePair[], refused: [] as UnreadablePair[] }
  const start = performance.now()
  for (const [at, { line, a, b, match }] of pairs.entries()) {
    if (at % PAIRS_AT_A_TIME === 0) await setImmediate()
    options.signal?.throwIfAborted()
    const features = featuresOf(a, b, options)
    const problem = 'kind' in features ? features : undefined
    if (problem !== undefined) unusable[problem.kind].push({ line, reason: problem.reason })
    if (problem?.kind === 'missing') continue
    const confidence = 'kind' in features ? 0 : options.scorer.score(...features).confidence
    scored.push({ line, a, b, match, confidence })
  }
  return { scored, ...unusable, seconds: (performance.now() - start) / 1_000 }
}

/** Why one of the scored pairs has its confidence. */
export function explainScoredPair({ a, b }: ScoredPair, options: ScorePairsOptions): PairExplanation {
  const features = featuresOf(a, b, options)
  if (!('kind' in features)) return explainPair(options.scorer, ...features)
  return { confidence: 0, weight: 0, vetoed: false, because: [features.reason] }
}

function featuresOf(a: PairEnd, b: PairEnd, options: ScorePairsOptions): PairFeatures | NoFeatures {
  const left = recordOf(a, 'a', options)
  const right = recordOf(b, 'b', options)
  if ('kind' in left && left.kind === 'missing') return left
  if ('kind' in right) return right
  if ('kind' in left) return left
  // Without a supplier neither record is of the other's, and no code of theirs counts as an identifier.
  const anonymous = !options.asSuppliers && left.record.supplier === right.record.supplier
  return [storedFeatures(left.record, anonymous), storedFeatures(right.record, anonymous)]
}

function recordOf(end: PairEnd, side: string, options: ScorePairsOptions): { record: MatchInput } | NoFeatures {
  const row = options.lookup.rowOf(end)
  if (row !== undefined) {
    const read = readRecord(row, options)
    return 'record' in read ? read : { kind: 'refused', reason: `"${side}" cannot be used: ${read.reason}` }
  }
  const named = 'source' in end ? `${end.source} ${end.id}` : ''
  const cure = options.lookup.size > 0 ? ', which no feed has' : '; name the feed that has it with --records'
  return { kind: 'missing', reason: `"${side}" is ${named}${cure}.` }
}
