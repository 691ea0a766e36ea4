import { calibrationBins, calibrationGap } from '@utpid/evaluation'
import { type ChosenThreshold, chooseMatchThreshold, upperBoundOfShare } from '@utpid/training'
import { CliError } from '../errors/cli-error.ts'
import { EXIT } from '../errors/exit-codes.ts'
import { shownEnd } from '../evaluation/pairs/evaluate-pairs.ts'
import type { ScoredPair } from '../evaluation/pairs/score-labelled-pairs.ts'
import { noPairUsed, type ScorePairFilesOptions, scorePairFiles } from '../evaluation/pairs/score-pair-files.ts'
import { counted } from '../text/number-text.ts'
import { setName } from './read-training-sets.ts'

/** How sure bounds are: the threshold's from one side, intervals from both. */
export const LEVEL = 0.95
const BINS = 10

export interface CalibrateOptions extends ScorePairFilesOptions {
  /** The share of links that may be wrong, 0 to 1 exclusive. */
  readonly maxFalseMerge: number
}

/** What labelled pairs say of a model's confidences, and which threshold follows. */
export interface Calibration {
  readonly sets: readonly { readonly set: string; readonly pairs: number; readonly matches: number }[]
  /** Distinct pairs that were scored. */
  readonly pairs: number
  readonly matches: number
  /** Pairs that came again, in any file and either way round. */
  readonly repeated: number
  readonly maxFalseMerge: number
  readonly level: number
  readonly chosen: ChosenThreshold
  readonly reliability: readonly ReliabilityBin[]
  /** Mean distance of confidence and share of matches. */
  readonly ece: number | null
  /** Pairs labelled as different that are at the threshold or above, most confident first. */
  readonly wrong: readonly WrongLink[]
}

/** Pairs of like confidence. */
export interface ReliabilityBin {
  readonly pairs: number
  /** Mean of them, 0 to 1. */
  readonly confidence: number
  /** Share of them that match, 0 to 1. */
  readonly observed: number
  /** Between which shares the truth is, by Clopper and Pearson. */
  readonly between: readonly [number, number]
}

export interface WrongLink {
  readonly file: string
  readonly line: number
  readonly confidence: number
  readonly a: unknown
  readonly b: unknown
}

/** A scored pair with the file it stands in. */
interface FiledPair extends ScoredPair {
  readonly file: string
}

/**
 * Finds the threshold of `match` by labelled pairs.
 *
 * @throws FeedError when a file cannot be read at all; CliError when no pair can be used, or all are called matches unseen.
 */
export async function calibrateThreshold(options: CalibrateOptions): Promise<Calibration> {
  const { model, maxFalseMerge, onNotice } = options
  const distinct = new Map<string, FiledPair>()
  const sets: { file: string; pairs: number }[] = []
  let [repeated, contradicted] = [0, 0]
  for await (const { file, pairs } of scorePairFiles(options)) {
    const before = distinct.size
    for (const pair of pairs) {
      // A pair that stands there twice is one piece of evidence.
      const key = [pair.a, pair.b]
        .map((end) => JSON.stringify(shownEnd(end)))
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
      onNotice(`The model was made with a set called ${setName(file)}: pairs that it has seen prove nothing.`)
    }
  }
  if (contradicted > 0) {
    onNotice(`${counted(contradicted, 'pair')} labelled both ways: counted as different.`)
  }
  const pairs = [...distinct.values()]
  if (pairs.length === 0) throw noPairUsed(options)
  checkLabels(pairs, onNotice)
  const aim = { falseLinks: maxFalseMerge, level: LEVEL, least: model.thresholds.review }
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
      .map(({ file, line, confidence, a, b }) => ({ file, line, confidence, a: shownEnd(a), b: shownEnd(b) })),
  }
}

/**
 * Pairs that were gathered because they match cannot show a wrong link.
 *
 * @throws {CliError} when all are matches by the word of whoever named the file, which nobody gave pair by pair.
 */
function checkLabels(pairs: readonly FiledPair[], onNotice: (sentence: string) => void): void {
  if (pairs.some(({ match }) => !match)) return
  if (pairs.every(({ labelledBy }) => labelledBy === 'file')) {
    throw new CliError(
      EXIT.refused,
      'Every pair is a match by --label or its file\'s name, so none could be a wrong link and nothing is proved; draw pairs without looking at the label, and let each say its own "match".',
    )
  }
  onNotice('No pair is labelled different: were they drawn without looking at the label?')
}

/** Whether a provenance names a set, as `NAME (1000 pairs ...`. */
function isNamedIn(provenance: string, set: string): boolean {
  return ` ${provenance}`.includes(` ${set} (`)
}

function intervalOf(hits: number, trials: number): readonly [number, number] {
  const oneSided = (1 + LEVEL) / 2
  return [1 - upperBoundOfShare(trials - hits, trials, oneSided), upperBoundOfShare(hits, trials, oneSided)]
}
