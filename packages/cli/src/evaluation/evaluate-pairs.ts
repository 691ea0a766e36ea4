import {
  frequencyAmong,
  type Gazetteer,
  PairScorer,
  type RecordFeatures,
  type ScoringModel,
  shippedTermFrequency,
  type TermFrequency,
} from '@utpid/core'
import {
  type FileLabel,
  type HiddenFields,
  type LabelledPair,
  type PairEnd,
  type PairMetrics,
  type PrecisionRecall,
  pairFeatures,
  pairMetrics,
  precisionRecallAt,
  RecordLookup,
  readLabelledPairs,
  type UnreadablePair,
} from '@utpid/evaluation'
import type { PairExplanation } from './explain-pair.ts'
import {
  explainScoredPair,
  type ScoredPair,
  type ScorePairsOptions,
  scoreLabelledPairs,
} from './score-labelled-pairs.ts'

export interface EvaluatePairsOptions {
  readonly files: readonly string[]
  readonly model: ScoringModel
  readonly gazetteer: Gazetteer
  /** 0 to 1; the model's `pair` threshold unless given. */
  readonly threshold?: number
  readonly hidden: HiddenFields
  /** Feeds in which pairs of `[source, id, ...]` are looked up. */
  readonly records: readonly string[]
  /** For files whose pairs and names do not say it. */
  readonly label?: FileLabel
  readonly set?: string
  readonly asSuppliers: boolean
  /** How much words tell: by the table shipped with core, or counted among the records of each file. */
  readonly words: 'shipped' | 'own'
  /** Adds one row over all files together. */
  readonly total: boolean
  /** Wrongly called pairs to list for each file. */
  readonly missesListed: number
  readonly signal?: AbortSignal | undefined
  /** Told what could not be used, one sentence each. */
  readonly onNotice: (sentence: string) => void
}

/** What one file of labelled pairs says about a model. */
export interface PairEvaluation extends PairMetrics {
  readonly file: string
  /** At the model's `match` threshold: what would be linked without a look. */
  readonly atMatch: PrecisionRecall
  /** Pairs read, compared and scored in a second; null when there was nothing to time. */
  readonly pairsPerSecond: number | null
  readonly misses?: readonly PairMiss[]
}

/** A pair that the threshold calls wrongly. */
export interface PairMiss extends PairExplanation {
  readonly line: number
  readonly match: 0 | 1
  readonly a: unknown
  readonly b: unknown
}

/** Name of the row over all files. */
export const TOTAL = 'all files'

const LINES_SHOWN = 3

/**
 * Scores files of labelled pairs with a model, without any registry.
 *
 * @throws FeedError when a file cannot be read at all; CliError for a wrong label or threshold.
 */
export async function evaluatePairs(options: EvaluatePairsOptions): Promise<PairEvaluation[]> {
  const { model, signal, onNotice } = options
  const lookup = await RecordLookup.read(options.records, signal)
  if (lookup.unreadable > 0) onNotice(`${lookup.unreadable} lines of the feeds cannot be read.`)
  const shipped: ScorePairsOptions = {
    hidden: options.hidden,
    gazetteer: options.gazetteer,
    scorer: new PairScorer(model, shippedTermFrequency()),
    lookup,
    asSuppliers: options.asSuppliers,
    ...(signal === undefined ? {} : { signal }),
  }
  const rows: PairEvaluation[] = []
  const all: ScoredPair[] = []
  let seconds = 0
  for (const file of options.files) {
    const read = await readLabelledPairs(file, options)
    const scoring =
      options.words === 'own' ? { ...shipped, scorer: new PairScorer(model, ownWords(read.pairs, shipped)) } : shipped
    const result = await scoreLabelledPairs(read.pairs, scoring)
    const lines = read.pairs.length + read.unreadable.length
    const leftOut = [...read.unreadable, ...result.missing]
    noticeLines(file, `${leftOut.length} of ${lines} pairs cannot be read and are left out`, leftOut, onNotice)
    const { refused } = result
    noticeLines(file, `${refused.length} of ${lines} pairs have a record that no registry takes`, refused, onNotice)
    rows.push(evaluationOf(file, result.scored, result.seconds, options, scoring))
    if (options.total) for (const pair of result.scored) all.push(pair)
    seconds += result.seconds
  }
  if (options.total) rows.push(evaluationOf(TOTAL, all, seconds, { ...options, missesListed: 0 }, shipped))
  return rows
}

/** What a registry that holds these records would say of their words when it takes an epoch. */
function ownWords(pairs: readonly LabelledPair[], options: ScorePairsOptions): TermFrequency {
  // Files repeat a record in each of its pairs.
  const records = new Map<string, RecordFeatures>()
  for (const { a, b } of pairs) {
    const features = pairFeatures(a, b, options)
    if ('kind' in features) continue
    records.set(JSON.stringify(a), features[0]).set(JSON.stringify(b), features[1])
  }
  return frequencyAmong(records.values())
}

function evaluationOf(
  file: string,
  scored: readonly ScoredPair[],
  seconds: number,
  { model, threshold = model.thresholds.pair, missesListed }: EvaluatePairsOptions,
  scoring: ScorePairsOptions,
): PairEvaluation {
  return {
    file,
    ...pairMetrics(scored, threshold),
    atMatch: precisionRecallAt(scored, model.thresholds.match),
    pairsPerSecond: scored.length === 0 || seconds === 0 ? null : Math.round(scored.length / seconds),
    ...(missesListed === 0 ? {} : { misses: missesOf(scored, threshold, missesListed, scoring) }),
  }
}

/** The pairs called wrongly, those furthest from the threshold first. */
function missesOf(
  scored: readonly ScoredPair[],
  threshold: number,
  most: number,
  scoring: ScorePairsOptions,
): PairMiss[] {
  return scored
    .filter(({ match, confidence }) => match !== confidence >= threshold)
    .sort((x, y) => Math.abs(y.confidence - threshold) - Math.abs(x.confidence - threshold) || x.line - y.line)
    .slice(0, most)
    .map((pair) => ({
      line: pair.line,
      match: pair.match ? 1 : 0,
      a: shown(pair.a),
      b: shown(pair.b),
      ...explainScoredPair(pair, scoring),
    }))
}

function shown(end: PairEnd): unknown {
  return 'row' in end ? end.row : [end.source, end.id, end.name]
}

function noticeLines(
  file: string,
  sentence: string,
  lines: readonly UnreadablePair[],
  onNotice: (sentence: string) => void,
): void {
  if (lines.length === 0) return
  onNotice(`${file}: ${sentence}.`)
  for (const { line, reason } of lines.slice(0, LINES_SHOWN)) onNotice(`${file}:${line}: ${reason}`)
  if (lines.length > LINES_SHOWN) onNotice(`${file}: and ${lines.length - LINES_SHOWN} more.`)
}
