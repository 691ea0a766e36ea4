import { readFeed } from '@utpid/feed'
import type { PairEnd } from './read-labelled-pairs.ts'
import { endKey, recordKey } from './record-key.ts'

/** The rows of feeds by source and id, for pairs that only refer to records. */
export class RecordLookup {
  readonly #rows = new Map<string, Readonly<Record<string, unknown>>>()
  /** Number of unreadable lines of the feeds. */
  unreadable = 0

  get size(): number {
    return this.#rows.size
  }

  /** @throws FeedError if a feed cannot be opened or read to its end. */
  static async read(feeds: readonly string[], signal?: AbortSignal): Promise<RecordLookup> {
    const lookup = new RecordLookup()
    for (const feed of feeds) {
      for await (const item of readFeed(feed, { signal })) {
        if ('error' in item) lookup.unreadable++
        else lookup.#rows.set(recordKey(item.record.supplier, item.record.code), item.record)
      }
    }
    return lookup
  }

  /** Returns the row of a pair's record, or undefined if the pair refers to a record that is in no feed. */
  rowOf(end: PairEnd): Readonly<Record<string, unknown>> | undefined {
    return 'row' in end ? end.row : this.#rows.get(endKey(end))
  }
}
