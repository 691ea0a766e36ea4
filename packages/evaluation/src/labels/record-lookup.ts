import { readFeed } from '@utpid/feed'
import type { PairEnd } from './read-labelled-pairs.ts'
import { endKey, recordKey } from './record-key.ts'

/** The rows of feeds by source and id, for pairs that only name their ends. */
export class RecordLookup {
  readonly #rows = new Map<string, Readonly<Record<string, unknown>>>()
  /** Lines of the feeds that could not be read. */
  unreadable = 0

  get size(): number {
    return this.#rows.size
  }

  /** @throws FeedError when a feed cannot be read at all. */
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

  /** What an end says; undefined when it names a record that no feed has. */
  rowOf(end: PairEnd): Readonly<Record<string, unknown>> | undefined {
    return 'row' in end ? end.row : this.#rows.get(endKey(end))
  }
}
