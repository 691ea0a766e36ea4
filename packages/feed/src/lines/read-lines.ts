import { FeedError } from '../item/feed-error.ts'
import { type BytesListener, type FeedSource, openSource } from '../source/open-source.ts'
import { type Unpacked, unpack } from '../source/unpack/unpack.ts'
import { LINE_FEED, linesOfRun, splitLines } from './split-lines.ts'

/** Options of {@link readLines}. */
export interface ReadLinesOptions {
  readonly signal?: AbortSignal
  readonly onBytes?: BytesListener
}

const LINE_BYTES_MAX = 64 * 1024 * 1024

/**
 * Yields the lines of a UTF-8 text, packed or not, without their line ends. Use this function only for files in a
 * known format.
 *
 * @throws {FeedError} with the codes of `readFeed`, and `read_failed` for a line above 64 MB, which no valid file has.
 */
export async function* readLines(source: FeedSource, options: ReadLinesOptions = {}): AsyncGenerator<string, void> {
  const { name, chunks, path, report, close } = await openSource(source, options)
  const { signal } = options
  let unpacked: Unpacked | undefined
  try {
    unpacked = await unpack(chunks, { name, path, signal, onPacked: report })
    for await (const lines of splitLines(unpacked.chunks, LINE_FEED, LINE_BYTES_MAX)) {
      for (const { line, bytes, tooLong } of lines.flatMap((each) => [...linesOfRun(each)])) {
        if (tooLong) throw new FeedError('read_failed', `Line ${line} of ${name} is longer than 64 MB; is it text?`)
        yield bytes.toString('utf8')
      }
    }
  } finally {
    await unpacked?.close()
    close()
  }
}
