import { FeedError } from '../../item/feed-error.ts'
import type { RawItem } from '../../item/feed-item.ts'
import { FirstObject } from '../../json/parse-prefix.ts'
import { isBlank } from '../../json/read-json-lines.ts'
import { readJsonValues } from '../../json/read-json-values.ts'
import { parseRecordPath, type RecordPath, shownRecordPath } from '../../json/record-path.ts'
import { type JsonLists, splitJsonValues } from '../../json/split-json-values.ts'
import type { CpuClock } from '../../limits/cpu-clock.ts'
import { FEED_LIMITS } from '../../limits/feed-limits.ts'
import { shortName } from '../../limits/long-cell.ts'
import { LINE_FEED } from '../../lines/split-lines.ts'
import { ContentStart } from '../../source/content-start.ts'
import { peekStream } from '../../source/peek-stream.ts'
import { findRecords, findRecordsInLines } from './find-records.ts'
import type { IsKnown } from './record-lists.ts'

export interface ReadJsonOptions {
  readonly name: string
  readonly format: 'json' | 'jsonl'
  /** Path of the records, as a text. Default: found. */
  readonly records: string | undefined
  readonly clock: CpuClock
  /** Receives the place of the records, and the other lists. */
  readonly stats: { recordPath?: string; otherLists?: Readonly<Record<string, number>> }
  readonly isKnown: IsKnown
  /** Reads JSON Lines whose lines are the records. */
  readonly readLines: (chunks: AsyncIterable<Buffer>) => AsyncGenerator<RawItem[], void, undefined>
}

/**
 * Reads JSON of any layout: finds the records, or reads them where `records` says.
 *
 * @param head - The first two lines, or 64 KB.
 * @throws {FeedError} `unknown_records`, `several_record_lists`, `truncated_json`
 */
export async function* readJson(
  chunks: AsyncGenerator<Buffer, void, undefined>,
  head: Buffer,
  options: ReadJsonOptions,
): AsyncGenerator<RawItem[], void, undefined> {
  const { name, format, records, clock, stats, isKnown } = options
  const wanted = records === undefined ? undefined : pathNamed(records, name)
  let source = chunks
  let path = wanted
  if (wanted === undefined && format === 'jsonl') {
    path = findRecordsInLines(linesOf(head), isKnown, name)
    if (isTopLevel(path)) return yield* options.readLines(chunks)
  } else if (wanted === undefined) {
    const first = new FirstObject()
    const start = new ContentStart()
    const isEnough = (read: Buffer): boolean =>
      first.read(read) || read.length - start.find(read) >= FEED_LIMITS.lineBytes || start.isBeyond(read)
    const peeked = await peekStream(chunks, isEnough)
    source = peeked.chunks
    const begin = start.find(peeked.head)
    const end = first.hasEnded ? first.end : begin + FEED_LIMITS.lineBytes
    path = findRecords(peeked.head.subarray(begin, end), isKnown, name)
  }
  const lists: JsonLists = { read: path, found: false, others: new Map() }
  if (path !== undefined && !isTopLevel(path)) stats.recordPath = shownRecordPath(path)
  for await (const items of readJsonValues(splitJsonValues(source, name, lists), clock)) {
    if (lists.read !== undefined && !isTopLevel(lists.read)) stats.recordPath = shownRecordPath(lists.read)
    yield items
  }
  if (lists.others.size > 0) stats.otherLists = Object.fromEntries(lists.others)
  if (wanted !== undefined && !lists.found) throw unknownRecords(wanted, lists, name)
}

function pathNamed(text: string, name: string): RecordPath {
  const path = parseRecordPath(text)
  if (path !== undefined) return path
  throw new FeedError(
    'unknown_records',
    `${name}: "${shortName(text)}" is not a path of records; give one such as hotels[], data.items or hotels.*.`,
  )
}

function unknownRecords(path: RecordPath, lists: JsonLists, name: string): FeedError {
  const others = [...lists.others.keys()].slice(0, 10).map(shortName).join(', ')
  const hint = others === '' ? 'it has no other list of objects' : `its lists of objects are ${others}`
  return new FeedError('unknown_records', `${name} has no records at ${shownRecordPath(path)}; ${hint}.`)
}

function isTopLevel({ fields, isMembers }: RecordPath): boolean {
  return fields.length === 0 && !isMembers
}

/** Returns the first two lines that are not blank. */
function linesOf(head: Buffer): readonly Buffer[] {
  const lines: Buffer[] = []
  for (let from = 0; from < head.length && lines.length < 2; ) {
    const end = head.indexOf(LINE_FEED, from)
    const line = head.subarray(from, end === -1 ? head.length : end)
    if (!isBlank(line)) lines.push(line)
    from = end === -1 ? head.length : end + 1
  }
  return lines
}
