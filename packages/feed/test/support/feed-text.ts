import { gzipSync } from 'node:zlib'
import {
  FeedError,
  type FeedFailure,
  type FeedItem,
  type FeedRecord,
  type ReadFeedOptions,
  readFeed,
} from '@utpid/feed'

/** The items, and the error that ended the reading, if any. */
export interface ReadResult {
  readonly items: FeedItem[]
  readonly records: Record<string, unknown>[]
  /** `LINE:CODE` of each line that could not be read. */
  readonly failures: string[]
  /** Code of the FeedError thrown, if any. */
  readonly thrown: string | undefined
  readonly message: string
}

/**
 * Reads text or bytes as a stream. `pieceBytes` sets the size of its chunks, so that chunk boundaries can fall
 * anywhere.
 */
export async function read(
  content: string | Buffer,
  options: ReadFeedOptions & { pieceBytes?: number } = {},
): Promise<ReadResult> {
  const { pieceBytes = 64 * 1024, ...rest } = options
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  async function* pieces(): AsyncGenerator<Buffer> {
    for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes)
  }
  return await collect(readFeed(pieces(), rest))
}

export async function collect(feed: AsyncIterable<FeedItem>): Promise<ReadResult> {
  const items: FeedItem[] = []
  let thrown: FeedError | undefined
  try {
    for await (const item of feed) items.push(item)
  } catch (error) {
    if (!(error instanceof FeedError)) throw error
    thrown = error
  }
  return {
    items,
    records: items.filter((item): item is FeedRecord => 'record' in item).map(({ record }) => record),
    failures: items
      .filter((item): item is FeedFailure => 'error' in item)
      .map(({ line, error }) => `${line}:${error.code}`),
    thrown: thrown?.code,
    message: thrown?.message ?? '',
  }
}

export function utf16(text: string, order: 'le' | 'be'): Buffer {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le')
  return order === 'le' ? bytes : bytes.swap16()
}

export function gzip(...members: (string | Buffer)[]): Buffer {
  return Buffer.concat(members.map((member) => gzipSync(member)))
}
