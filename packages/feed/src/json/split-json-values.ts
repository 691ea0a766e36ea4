import { FeedError } from '../item/feed-error.ts'
import { JsonSplitter } from './json-splitter.ts'
import type { RecordPath } from './record-path.ts'

/** The bytes of one record, or of one top-level value. They need not be valid JSON. */
export interface JsonSpan {
  /** 1-based line where the value starts. */
  readonly line: number
  /** Empty when `tooLong`. */
  readonly bytes: Buffer
  /** Whether the value is longer than `FEED_LIMITS.lineBytes`. Its bytes are then not stored. */
  readonly tooLong: boolean
  /** Bytes of the stream before the end of the value. */
  readonly end: number
  /** Name of the value, if the records are the members of an object. */
  readonly key?: string | undefined
}

/** The lists of objects in a JSON document. */
export interface JsonLists {
  /** The path that was read, once it is known. */
  read: RecordPath | undefined
  /** Whether the document has the path. */
  found: boolean
  /** Other lists, by their paths, with the number of objects in them. */
  readonly others: Map<string, number>
}

/**
 * Splits JSON into records. The function neither parses nor stores the whole document: memory is bounded by one record
 * of `FEED_LIMITS.lineBytes`.
 *
 * A broken record must not affect the other records. A broken record ends at one of three signs, which valid JSON never
 * has: a line end inside a string, a wrong closing bracket, and an object instead of a key.
 *
 * @param lists - Its `read` says where the records are. If it is undefined, the first list of objects has the records.
 * @throws {FeedError} `truncated_json`, after all complete values.
 */
export async function* splitJsonValues(
  chunks: AsyncIterable<Buffer>,
  name: string,
  lists: JsonLists,
): AsyncGenerator<JsonSpan[], void, undefined> {
  const splitter = new JsonSplitter(lists)
  for await (const chunk of chunks) {
    const spans = splitter.cut(chunk)
    if (spans.length > 0) yield spans
  }
  const { spans, complete } = splitter.end()
  if (spans.length > 0) yield spans
  if (!complete)
    throw new FeedError(
      'truncated_json',
      `${name} ends in the middle of its JSON, or a quote or bracket before is missing; fetch it again.`,
    )
}
