import type { RegistrySchema } from '@utpid/core'
import { defined } from '@utpid/core/storage'
import { parseHiddenFields } from '@utpid/evaluation'
import { loadGazetteer } from '@utpid/gazetteer'
import { flag, many, type OptionRow, type RowsOf, repeated, text } from '../../command/option.ts'
import { parseFeedConditions } from '../../evaluation/feed-conditions.ts'
import { fileLabel } from '../../evaluation/file-label.ts'
import { parseHiddenIn } from '../../evaluation/hidden-in.ts'
import type { ImportSourcesOptions } from '../../evaluation/import-sources.ts'
import type { ScorePairFilesOptions } from '../../evaluation/pairs/score-pair-files.ts'
import type { Io } from '../../io/io.ts'

export const MAX_LISTED = 100_000

export const MODEL: OptionRow<string> = text('file', 'a scoring model (default: the shipped one)')
export const HIDE: OptionRow<string> = text('fields', 'hide fields of every record, for example phone,website,ref')
export const RECORDS: OptionRow<readonly string[]> = many(
  'feeds',
  'feeds with the records of pairs in the form [source, id, ...]',
)
export const LABEL: OptionRow<string> = text(
  '0|1',
  "label of pairs without one (default: from 'positive' or 'negative' in the file name)",
)
export const SET: OptionRow<string> = text('prefix', 'only pairs of sets whose name starts with this prefix')
export const HIDE_IN: OptionRow<readonly string[]> = repeated(
  'source:fields',
  'hide fields of the records of one source; repeatable',
)

interface PairFlags {
  readonly label?: string
  readonly set?: string
  readonly asSuppliers?: boolean
  readonly countWords?: boolean
}

/** Options of commands that score labelled pairs one by one. */
export const PAIR_OPTIONS: RowsOf<PairFlags> = {
  label: LABEL,
  set: SET,
  asSuppliers: flag('treat two records of one source as records of one supplier (default: always two suppliers)'),
  countWords: flag('count term frequencies in the records of each file, as a registry with these records would'),
}

interface RecordFlags {
  readonly hide?: string
  readonly records?: readonly string[]
  readonly label?: string
}

/** @throws CliError for a wrong label; EvaluationError for an unknown field. */
export function pairReading(
  { hide = '', records = [], label }: RecordFlags,
  schema: RegistrySchema | undefined,
): Pick<ScorePairFilesOptions, 'records' | 'hidden' | 'gazetteer' | 'label' | 'schema'> {
  const hidden = parseHiddenFields(hide, schema?.fields)
  return {
    records,
    hidden,
    gazetteer: loadGazetteer(),
    schema,
    ...(label !== undefined && { label: fileLabel(label) }),
  }
}

/** Returns how to score labelled pairs. */
export function pairScoring({
  set,
  asSuppliers = false,
  countWords = false,
}: PairFlags): Pick<ScorePairFilesOptions, 'set' | 'asSuppliers' | 'words'> {
  return { ...defined({ set }), asSuppliers, words: countWords ? 'own' : 'shipped' }
}

interface SourceFlags {
  readonly hide?: string
  readonly hideIn?: readonly string[]
  readonly where?: readonly string[]
}

/** @throws CliError for wrong options; EvaluationError for an unknown field. */
export function sourceReading(
  { hide = '', hideIn = [], where = [] }: SourceFlags,
  schema: RegistrySchema | undefined,
): Pick<ImportSourcesOptions, 'hidden' | 'hiddenIn' | 'where' | 'gazetteer' | 'schema'> {
  const [hidden, hiddenIn] = [parseHiddenFields(hide, schema?.fields), parseHiddenIn(hideIn, schema?.fields)]
  return { hidden, hiddenIn, where: parseFeedConditions(where), gazetteer: loadGazetteer(), schema }
}

/** Prints the notices of the work after its end, below its progress line. */
export async function withNotices<Result>(
  { stderr }: Io,
  work: (onNotice: (sentence: string) => void) => Promise<Result>,
): Promise<Result> {
  const notices: string[] = []
  try {
    return await work((sentence) => notices.push(sentence))
  } finally {
    for (const notice of notices) await stderr.line(notice)
  }
}
