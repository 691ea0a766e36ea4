/** Content of a feed: raw bytes, or records. The client sends records as JSON lines. */
export type Feed =
  | string
  | Uint8Array
  | Blob
  | ReadableStream<Uint8Array>
  | Iterable<object>
  | AsyncIterable<object | Uint8Array>

/** A feed, or a function that creates it for each attempt. */
export type FeedSource = Feed | (() => Feed)

export interface FeedBody {
  readonly body: () => unknown
  readonly isRepeatable: boolean
}

/** Creates the body of a request. The body can be sent again only if the feed is in memory or comes from a function. */
export function feedBody(source: FeedSource): FeedBody {
  if (typeof source === 'function') return { body: () => bodyOf(source()), isRepeatable: true }
  const isWhole =
    typeof source === 'string' || source instanceof Uint8Array || source instanceof Blob || Array.isArray(source)
  return { body: () => bodyOf(source), isRepeatable: isWhole }
}

function bodyOf(feed: Feed): unknown {
  if (Array.isArray(feed)) return feed.map(lineOf).join('')
  if (typeof feed === 'string' || feed instanceof Uint8Array || feed instanceof Blob) return feed
  return feed instanceof ReadableStream ? feed : streamOfItems(feed as Iterable<object> | AsyncIterable<object>)
}

function lineOf(record: object): string {
  return `${JSON.stringify(record)}\n`
}

function streamOfItems(items: Iterable<object> | AsyncIterable<object | Uint8Array>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const iterator =
    Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : (items as Iterable<object>)[Symbol.iterator]()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done === true) controller.close()
      else controller.enqueue(value instanceof Uint8Array ? value : encoder.encode(lineOf(value)))
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}
