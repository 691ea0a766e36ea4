import { readFeed } from '@utpid/feed'
import { type FileLabel, labelOfFile } from './label-of-file.ts'

/** One end of a pair: a complete record, or supplier and code of a record in a feed. */
export type PairEnd =
  | { readonly row: Readonly<Record<string, unknown>> }
  | { readonly source: string; readonly id: string; readonly name: string }

export interface LabelledPair {
  readonly line: number
  readonly a: PairEnd
  readonly b: PairEnd
  readonly match: boolean
  /** Source of the label: the pair itself or the file. */
  readonly labelledBy: 'pair' | 'file'
  /** Name of the pair's set in the file; empty if the pair has no set. */
  readonly set: string
  /** Kind of the pair in the file, for example `near-neighbour`. */
  readonly kind?: string
}

/** A line that does not contain a labelled pair. */
export interface UnreadablePair {
  readonly line: number
  /** One sentence. */
  readonly reason: string
}

export interface LabelledPairs {
  readonly file: string
  readonly pairs: readonly LabelledPair[]
  readonly unreadable: readonly UnreadablePair[]
}

export interface ReadPairsOptions {
  /** The label of pairs without their own label. Default: the label in the file's name. */
  readonly label?: FileLabel
  /** Reads only sets whose name starts with this text, ignoring case. */
  readonly set?: string
  readonly signal?: AbortSignal | undefined
}

/**
 * Reads labelled pairs, one JSON object per line: `{ a, b, match }`. The file may be gzipped. Each of `a` and `b` is a
 * record, with flat or nested keys, or `[source, id, ...]`.
 *
 * @throws FeedError if the file cannot be opened or read to its end.
 */
export async function readLabelledPairs(file: string, options: ReadPairsOptions = {}): Promise<LabelledPairs> {
  const label = labelOfFile(file, options.label)
  const wanted = options.set?.toLowerCase()
  const pairs: LabelledPair[] = []
  const unreadable: UnreadablePair[] = []
  for await (const item of readFeed(file, { signal: options.signal })) {
    if ('error' in item) {
      unreadable.push({ line: item.line, reason: item.error.message })
      continue
    }
    // The keys of a pair are not record fields, so they are in `extra`. The exception is "kind", which also names a
    // category.
    const row: Record<string, unknown> = { kind: item.record.category, ...(item.record.extra as object | undefined) }
    const pair = pairOf(item.line, row, label)
    if ('reason' in pair) unreadable.push(pair)
    else if (wanted === undefined || pair.set.toLowerCase().startsWith(wanted)) pairs.push(pair)
  }
  return { file, pairs, unreadable }
}

function pairOf(
  line: number,
  row: Record<string, unknown>,
  fileLabel: boolean | undefined,
): LabelledPair | UnreadablePair {
  const a = endOf(row.a)
  const b = endOf(row.b)
  if (a === undefined || b === undefined) {
    return { line, reason: `"${a === undefined ? 'a' : 'b'}" is neither a record nor [source, id, ...].` }
  }
  const match = row.match === undefined ? fileLabel : labelOf(row.match)
  if (match === undefined) {
    const reason =
      row.match === undefined
        ? 'The pair has no "match"; give --label 0 or --label 1 for the whole file.'
        : `"match" is ${JSON.stringify(row.match)}; it must be 0 or 1.`
    return { line, reason }
  }
  const set = typeof row.set === 'string' ? row.set : ''
  const labelledBy = row.match === undefined ? 'file' : 'pair'
  return { line, a, b, match, labelledBy, set, ...(typeof row.kind === 'string' ? { kind: row.kind } : {}) }
}

function endOf(value: unknown): PairEnd | undefined {
  if (Array.isArray(value)) {
    const [source, id, name] = value as unknown[]
    if (typeof source !== 'string' || (typeof id !== 'string' && typeof id !== 'number')) return undefined
    return { source, id: String(id), name: typeof name === 'string' ? name : '' }
  }
  if (typeof value !== 'object' || value === null) return undefined
  return { row: value as Record<string, unknown> }
}

function labelOf(value: unknown): boolean | undefined {
  if (value === 1 || value === true || value === '1') return true
  if (value === 0 || value === false || value === '0') return false
  return undefined
}
