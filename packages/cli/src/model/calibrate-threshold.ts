import { calibrationBins, calibrationGap } from '@utpid/evaluation'
import { type ChosenThreshold, chooseMatchThreshold, upperBoundOfShare } from '@utpid/training'
import { CliError } from '../errors/cli-error.ts'
import { EXIT } from '../errors/exit-codes.ts'
import { endForOutput } from '../evaluation/pairs/evaluate-pairs.ts'
import type { ScoredPair } from '../evaluation/pairs/score-labelled-pairs.ts'
import { noPairUsed, type ScorePairFilesOptions, scorePairFiles } from '../evaluation/pairs/score-pair-files.ts'
import { counted } from '../text/number-text.ts'
import { setName } from './read-training-sets.ts'

/** Confidence level of the one-sided bound for the threshold, and of the two-sided intervals. */
export const LEVEL = 0.95
const BINS = 10

export interface CalibrateOptions extends ScorePairFilesOptions {
  /** Maximum share of wrong links, 0 to 1 exclusive. */
  readonly maxFalseMerge: number
}

/** The calibration of a model by labelled pairs, and the resulting threshold. */
export interface Calibration {
  readonly sets: readonly { readonly set: string; readonly pairs: number; readonly matches: number }[]
  /** Distinct scored pairs. */
  readonly pairs: number
  readonly matches: number
  /** Number of repetitions of pairs, in any file and in either order. */
  readonly repeated: number
  readonly maxFalseMerge: number
  readonly level: number
  readonly chosen: ChosenThreshold
  readonly reliability: readonly ReliabilityBin[]
  /** Expected calibration error: mean distance between confidence and share of matches. */
  readonly ece: number | null
  /** Pairs labelled different whose confidence reaches the threshold, highest confidence first. */
  readonly wrong: readonly WrongLink[]
}

/** Pairs with similar confidence. */
export interface ReliabilityBin {
  readonly pairs: number
  /** Mean confidence of the pairs, 0 to 1. */
  readonly confidence: number
  /** Share of the pairs that match, 0 to 1. */
  readonly observed: number
  /** Confidence interval of the true share, by Clopper and Pearson. */
  readonly between: readonly [number, number]
}

export interface WrongLink {
  readonly file: string
  readonly line: number
  readonly confidence: number
  readonly a: unknown
  readonly b: unknown
}

/** A scored pair with its file. */
interface FiledPair extends ScoredPair {
  readonly file: string
}

/**
 * Finds the threshold of `match` by labelled pairs.
 *
 * @throws FeedError when a file cannot be read at all; CliError when no pair can be used, or when every pair is a match
 *   only by the label of its file.
 */
export async function calibrateThreshold(options: CalibrateOptions): Promise<Calibration> {
  const { model, maxFalseMerge, onNotice } = options
  const distinct = new Map<string, FiledPair>()
  const sets: { file: string; pairs: number }[] = []
  let [repeated, contradicted] = [0, 0]
  for await (const { file, pairs } of scorePairFiles(options)) {
    const before = distinct.size
    for (const pair of pairs) {
      // A repeated pair counts as evidence only once.
      const key = [pair.a, pair.b]
        .map((end) => JSON.stringify(endForOutput(end)))
        .sort()
        .join('\n')
      const known = distinct.get(key)
      if (known === undefined) distinct.set(key, { ...pair, file })
      else {
        repeated++
        if (known.match !== pair.match) {
          contradicted++
          distinct.set(key, { ...known, match: false })
        }
      }
    }
    sets.push({ file, pairs: distinct.size - before })
    if (isNamedIn(model.provenance, setName(file))) {
      onNotice(`The model was trained with a set called ${setName(file)}: pairs from its training prove nothing.`)
    }
  }
  if (contradicted > 0) {
    onNotice(`${counted(contradicted, 'pair')} with contradictory labels: counted as different.`)
  }
  const pairs = [...distinct.values()]
  if (pairs.length === 0) throw noPairUsed(options)
  checkLabels(pairs, onNotice)
  const aim = { falseLinks: maxFalseMerge, level: LEVEL, minThreshold: model.thresholds.review }
  const chosen = chooseMatchThreshold(pairs, aim)
  const bins = calibrationBins(pairs, BINS)
  return {
    sets: sets.map((each) => ({
      set: setName(each.file),
      pairs: each.pairs,
      matches: pairs.filter(({ file, match }) => match && file === each.file).length,
    })),
    pairs: pairs.length,
    matches: pairs.filter(({ match }) => match).length,
    repeated,
    maxFalseMerge,
    level: LEVEL,
    chosen,
    reliability: bins.map(({ pairs: count, confidence, observed }) => ({
      pairs: count,
      confidence,
      observed,
      between: intervalOf(Math.round(observed * count), count),
    })),
    ece: calibrationGap(bins),
    wrong: pairs
      .filter(({ match, confidence }) => !match && confidence >= chosen.threshold)
      .sort((a, b) => b.confidence - a.confidence)
      .map(({ file, line, confidence, a, b }) => ({ file, line, confidence, a: endForOutput(a), b: endForOutput(b) })),
  }
}

/**
 * Rejects pairs that were collected because they match: they cannot show a wrong link.
 *
 * @throws {CliError} when every pair is a match by the label of its file, and none by its own label.
 */
function checkLabels(pairs: readonly FiledPair[], onNotice: (sentence: string) => void): void {
  if (pairs.some(({ match }) => !match)) return
  if (pairs.every(({ labelledBy }) => labelledBy === 'file')) {
    throw new CliError(
      EXIT.refused,
      'Every pair is a match by --label or its file name, so no wrong link is possible and nothing is proved. Sample pairs independently of their label, and give each pair its own "match".',
    )
  }
  onNotice('No pair is labelled different: were the pairs sampled independently of their label?')
}

/** Returns whether a provenance names a set, in the form `NAME (1000 pairs ...`. */
function isNamedIn(provenance: string, set: string): boolean {
  return ` ${provenance}`.includes(` ${set} (`)
}

function intervalOf(hits: number, trials: number): readonly [number, number] {
  const oneSided = (1 + LEVEL) / 2
  return [1 - upperBoundOfShare(trials - hits, trials, oneSided), upperBoundOfShare(hits, trials, oneSided)]
}
