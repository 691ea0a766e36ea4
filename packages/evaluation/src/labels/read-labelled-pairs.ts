import { readFeed } from '@utpid/feed'
import { type FileLabel, labelOfFile } from './label-of-file.ts'

/** One end of a pair: a record written out, or the supplier and code of one that stands in a feed. */
export type PairEnd =
  | { readonly row: Readonly<Record<string, unknown>> }
  | { readonly source: string; readonly id: string; readonly name: string }

export interface LabelledPair {
  readonly line: number
  readonly a: PairEnd
  readonly b: PairEnd
  readonly match: boolean
  /** Whether the pair itself says so, or the whole file was given one label. */
  readonly labelledBy: 'pair' | 'file'
  /** What the file calls the set the pair belongs to; empty when it does not say. */
  readonly set: string
  /** What kind of pair the file says it is, `near-neighbour` for example. */
  readonly kind?: string
}

/** A line that is no labelled pair. */
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
  /** Of pairs that do not say it; by the file's name unless given. */
  readonly label?: FileLabel
  /** Only sets whose name begins so, in any case. */
  readonly set?: string
  readonly signal?: AbortSignal | undefined
}

/**
 * Reads labelled pairs: one JSON object a line, `{ a, b, match }`, gzip or not. An end is a record, in flat or nested
 * keys, or `[source, id, ...]`.
 *
 * @throws FeedError when the file cannot be read at all.
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
    // A pair's keys are no fields of records and are where unknown fields are kept; but "kind" also names a category.
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
        ? 'It has no "match"; say --label 0 or --label 1 for the whole file.'
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
