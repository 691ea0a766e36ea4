import type { Readable } from 'node:stream'
import { defined } from '@utpid/core/storage'
import { createFeedStats, type FeedItem, type FeedStats } from '@utpid/feed'
import type { Io } from '../io/io.ts'
import { type FeedReading, type ReadRecordsOptions, readRecords } from './read-records.ts'

/** Counters to update, and a function that receives each row. */
export interface RowWatch {
  readonly stats: FeedStats
  readonly onRow: NonNullable<ReadRecordsOptions['onRow']>
}

type BytesListener = NonNullable<ReadRecordsOptions['onBytes']>

/** A feed whose first item has been read, so that an empty feed is detected before anything is created. */
export class StartedFeed {
  readonly stats: FeedStats
  #first: IteratorResult<FeedItem, void> | undefined
  #failure: { readonly error: unknown } | undefined
  readonly #rest: AsyncGenerator<FeedItem, void>
  #latest: Parameters<BytesListener> | undefined
  #listener: BytesListener | undefined

  private constructor(io: Io, source: string | Readable, reading: FeedReading, watch: RowWatch | undefined) {
    this.stats = watch?.stats ?? createFeedStats()
    const onBytes: BytesListener = (...bytes) => {
      this.#latest = bytes
      this.#listener?.(...bytes)
    }
    this.#rest = readRecords(io, source, {
      ...reading,
      ...defined({ onRow: watch?.onRow }),
      stats: this.stats,
      onBytes,
    })
  }

  /**
   * It never throws: a failure comes with the items.
   *
   * @param source - A path, `-` for standard input, or a stream.
   * @param watch - Receives the positions of all rows.
   */
  static async start(
    io: Io,
    source: string | Readable,
    reading: FeedReading,
    watch?: RowWatch | undefined,
  ): Promise<StartedFeed> {
    const feed = new StartedFeed(io, source, reading, watch)
    try {
      feed.#first = await feed.#rest.next()
    } catch (error) {
      feed.#failure = { error }
    }
    return feed
  }

  /** The reason why the first item could not be read. */
  get failure(): unknown {
    return this.#failure?.error
  }

  /** Whether the feed ended without any record or error. */
  get isEmpty(): boolean {
    return this.#first?.done === true && this.stats.filtered === 0
  }

  /** The only field of the first record if its value is a list of objects. That list may contain the actual records. */
  get listField(): string | undefined {
    const item = this.#first?.value
    if (item === undefined || 'error' in item) return undefined
    const { extra, ...fields } = item.record
    const [entry, ...others] = Object.entries({ ...fields, ...(isObject(extra) ? extra : {}) })
    const isList = Array.isArray(entry?.[1]) && entry[1].length > 0 && entry[1].every(isObject)
    return isList && others.length === 0 ? entry?.[0] : undefined
  }

  /** Calls the listener with the progress of reading, including the bytes read so far. */
  listen(listener: BytesListener): void {
    this.#listener = listener
    if (this.#latest !== undefined) listener(...this.#latest)
  }

  /** Yields all items. Call it once. */
  async *items(): AsyncGenerator<FeedItem, void> {
    if (this.#failure !== undefined) throw this.#failure.error
    try {
      if (this.#first === undefined || this.#first.done === true) return
      yield this.#first.value
      yield* this.#rest
    } finally {
      await this.close()
    }
  }

  /** Closes the source. */
  async close(): Promise<void> {
    await this.#rest.return()
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
