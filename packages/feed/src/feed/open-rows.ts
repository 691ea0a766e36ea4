import { readCsv } from '../csv/read-csv.ts'
import type { RawItem } from '../item/feed-item.ts'
import { readJsonLines } from '../json/read-json-lines.ts'
import { readJsonValues } from '../json/read-json-values.ts'
import { splitJsonValues } from '../json/split-json-values.ts'
import type { CpuClock } from '../limits/cpu-clock.ts'
import { limitDocument } from '../limits/document-limit.ts'
import { FEED_LIMITS } from '../limits/feed-limits.ts'
import { CARRIAGE_RETURN, LINE_FEED, splitLines } from '../lines/split-lines.ts'
import { checkFormat } from '../source/check-format.ts'
import { checkIsText } from '../source/check-is-text.ts'
import { detectFormat, type FeedFormat } from '../source/detect-format.ts'
import { gunzipIfNeeded } from '../source/gunzip.ts'
import type { OpenedSource } from '../source/open-source.ts'
import { peekStream } from '../source/peek-stream.ts'
import { toUtf8 } from '../source/to-utf8.ts'
import type { FeedStats } from './feed-stats.ts'

/** Options that control how the rows of a source are found. */
export interface RowOptions {
  /** Format of the source. Default: detected from name and content, see `detectFormat`. */
  readonly format?: FeedFormat | undefined
  /** Stops reading when aborted; the iteration then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Maximum bytes of the unpacked source. Default and upper limit: `FEED_LIMITS.documentBytes`. */
  readonly maxBytes?: number | undefined
}

/** The objects that a reader of rows calls. */
export interface RowHooks {
  readonly clock: CpuClock
  /** Counters to update. */
  readonly stats: FeedStats
  /** Returns whether a field or mapping uses this column name. */
  readonly isKnown: (column: string) => boolean
  /** A function that is called once with the column names of a table. An error that it throws ends the reading. */
  readonly onHeader: (columns: readonly string[]) => void
}

/** Enough bytes to detect the format and a line end, even if the first line is long. */
const HEAD_BYTES = 64 * 1024

/**
 * Yields the rows of a source in its order, in batches: unpacks the source, decodes it and reads it by its format.
 *
 * @throws {FeedError} if the source cannot be read, or cannot be read to its end.
 */
export async function* openRows(
  { name, chunks: source }: OpenedSource,
  options: RowOptions,
  { clock, stats, isKnown, onHeader }: RowHooks,
): AsyncGenerator<RawItem[], void, undefined> {
  const maxBytes = Math.min(options.maxBytes ?? FEED_LIMITS.documentBytes, FEED_LIMITS.documentBytes)
  const countUnpacked = (bytes: number): void => {
    stats.bytesUnpacked += bytes
  }
  const text = await toUtf8(limitDocument(gunzipIfNeeded(source, name), name, maxBytes, countUnpacked), name)
  const { head, chunks } = await peekStream(text.chunks, (read) => read.length >= HEAD_BYTES || hasTwoLines(read))
  checkIsText(head, name)
  if (options.format !== undefined) checkFormat(truncatedHead(head), options.format, name)
  const lineEnd = !head.includes(LINE_FEED) && head.includes(CARRIAGE_RETURN) ? CARRIAGE_RETURN : LINE_FEED

  switch (options.format ?? detectFormat(name, head)) {
    case 'jsonl':
      return yield* readJsonLines(splitLines(chunks, lineEnd), clock)
    case 'json':
      return yield* readJsonValues(splitJsonValues(chunks, name), clock)
    case 'csv':
      return yield* readCsv(splitLines(chunks, lineEnd), { declaredUtf8: text.declared, isKnown, onHeader, clock })
  }
}

/**
 * Returns whether the head has two lines. They are enough to detect the format, so a slow pipe need not wait for 64 KB.
 */
function hasTwoLines(head: Buffer): boolean {
  return secondLineEnd(head) !== -1
}

/** Returns the same head regardless of how the source is split into chunks. */
function truncatedHead(head: Buffer): Buffer {
  const end = secondLineEnd(head)
  return head.subarray(0, Math.min(HEAD_BYTES, end === -1 ? head.length : end))
}

function secondLineEnd(head: Buffer): number {
  const first = head.indexOf(LINE_FEED)
  return first > 1 ? head.indexOf(LINE_FEED, first + 2) : -1
}
