import { readFeed } from '@utpid/feed'
import type { PairEnd } from './read-labelled-pairs.ts'
import { endKey, recordKey } from './record-key.ts'

/** Rows of feeds by source and id, for pairs whose ends are references. */
export class RecordLookup {
  readonly #rows = new Map<string, Readonly<Record<string, unknown>>>()
  /** Number of unreadable lines of the feeds. */
  unreadable = 0

  get size(): number {
    return this.#rows.size
  }

  /** @throws FeedError if a feed cannot be read at all. */
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

  /** Returns the row of an end; undefined if it refers to a record that is in no feed. */
  rowOf(end: PairEnd): Readonly<Record<string, unknown>> | undefined {
    return 'row' in end ? end.row : this.#rows.get(endKey(end))
  }
}
