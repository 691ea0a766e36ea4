import type { Gazetteer, RegistrySchema } from '@utpid/core'
import {
  PairScorer,
  type RecordFeatures,
  type ScoringModel,
  shippedTermFrequency,
  type TermFrequency,
  termFrequencyOf,
} from '@utpid/core/scoring'
import { defined } from '@utpid/core/storage'
import {
  type FileLabel,
  type HiddenFields,
  type LabelledPair,
  pairFeatures,
  RecordLookup,
  readLabelledPairs,
  type UnreadablePair,
} from '@utpid/evaluation'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import { type ScoredPair, type ScorePairsOptions, scoreLabelledPairs } from './score-labelled-pairs.ts'

export interface ScorePairFilesOptions {
  readonly files: readonly string[]
  readonly model: ScoringModel
  /** The schema with the fields and comparisons. Default: the default schema. */
  readonly schema?: RegistrySchema | undefined
  readonly gazetteer: Gazetteer
  readonly hidden: HiddenFields
  /** Feeds with the records of pairs in the form `[source, id, ...]`. */
  readonly records: readonly string[]
  /** Label of pairs that have none, in a file whose name gives none. */
  readonly label?: FileLabel
  readonly set?: string
  readonly asSuppliers: boolean
  /** Source of term frequencies: the table shipped with core, or counts of the records in each file. */
  readonly words: 'shipped' | 'own'
  readonly signal?: AbortSignal | undefined
  /** Called with one sentence for each input that could not be used. */
  readonly onNotice: (sentence: string) => void
}

/** The pairs of one file with their scores, and the options of scoring. */
export interface ScoredPairFile {
  readonly file: string
  readonly pairs: readonly ScoredPair[]
  /** Time to score, without reading. */
  readonly seconds: number
  readonly scoring: ScorePairsOptions
}

const LINES_SHOWN = 3

/**
 * Scores files of labelled pairs one after the other, as a registry would.
 *
 * @throws FeedError when a file cannot be read at all.
 */
export async function* scorePairFiles(options: ScorePairFilesOptions): AsyncGenerator<ScoredPairFile, void> {
  const { model, schema, signal, onNotice } = options
  const lookup = await RecordLookup.read(options.records, signal)
  if (lookup.unreadable > 0) onNotice(`${lookup.unreadable} lines of the feeds cannot be read.`)
  const shipped: ScorePairsOptions = {
    hidden: options.hidden,
    gazetteer: options.gazetteer,
    schema,
    scorer: new PairScorer(model, shippedTermFrequency(), schema),
    lookup,
    asSuppliers: options.asSuppliers,
    ...defined({ signal }),
  }
  for (const file of options.files) {
    const read = await readLabelledPairs(file, options)
    const scoring =
      options.words === 'own'
        ? { ...shipped, scorer: new PairScorer(model, ownTermFrequency(read.pairs, shipped), schema) }
        : shipped
    const { scored, missing, rejected, seconds } = await scoreLabelledPairs(read.pairs, scoring)
    const lines = read.pairs.length + read.unreadable.length
    const leftOut = [...read.unreadable, ...missing]
    noticeLines(file, `${leftOut.length} of ${lines} pairs cannot be read and are skipped`, leftOut, onNotice)
    noticeLines(file, `${rejected.length} of ${lines} pairs have a record that a registry rejects`, rejected, onNotice)
    yield { file, pairs: scored, seconds, scoring }
  }
}

/** Returns the error for files without a usable pair. */
export function noPairUsed({ set }: Pick<ScorePairFilesOptions, 'set'>): CliError {
  const cure =
    set === undefined
      ? 'use JSON Lines of { a, b, match }'
      : `check that a set starts with "${set}" (--set), and use JSON Lines of { a, b, match }`
  return new CliError(EXIT.input, `No pair could be used; ${cure}.`)
}

/** Returns the term frequencies that a registry with these records would count. */
function ownTermFrequency(pairs: readonly LabelledPair[], options: ScorePairsOptions): TermFrequency {
  // Files repeat a record for each of its pairs.
  const records = new Map<string, RecordFeatures>()
  for (const { a, b } of pairs) {
    const features = pairFeatures(a, b, options)
    if ('kind' in features) continue
    records.set(JSON.stringify(a), features[0]).set(JSON.stringify(b), features[1])
  }
  return termFrequencyOf(records.values())
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
