import { LRUCache } from 'lru-cache'

const MS = 1_000

/** Maximum accounts and keys in memory. The least recently used entry is evicted and starts again. */
const MAX_BUCKETS = 100_000

/** The share 1/`size` of a limit per second. One request is `size` times 1,000 units. */
interface ShareBucket {
  readonly requests: number
  level: number
  at: number
}

/** The state of one share. */
export interface ShareState {
  /** Number of remaining whole requests. */
  readonly remaining: number
  /** Milliseconds until a request is available; 0 if one is available now. */
  readonly toNext: number
  /** Milliseconds until the share is full. */
  readonly toFull: number
}

/**
 * The share of each limit per second that this process uses: 1/`size`. Levels are exact integers. Their unit is chosen
 * so that each millisecond refills `requests` units.
 *
 * A resize never creates requests: a new share is empty, a growing share keeps its level, and a shrinking share keeps
 * what fits. An idle share is full after a second.
 */
export class ShareBuckets {
  readonly #buckets = new LRUCache<string, ShareBucket>({ max: MAX_BUCKETS })
  #size: number | undefined
  /** Level of an unused share, divided by the limit's requests per second; at most 1,000. */
  #idle = 0
  #idleAt = 0
  /** Limits with fewer requests than this were leased until `#leasedUntil`. */
  #leasedBelow = 0
  #leasedUntil = 0

  /** Number of shares of a limit; undefined while this process has none. */
  get size(): number | undefined {
    return this.#size
  }

  /**
   * @param isFull - For the first share only: whether the share may start full, since no other process has used the
   * limits.
   */
  resize(size: number | undefined, now: number, isFull = false): void {
    const before = this.#size
    if (size === before) return
    if (before === undefined || size === undefined) {
      this.#buckets.clear()
      this.#idle = isFull ? MS : 0
      this.#leasedBelow = 0
    } else {
      this.#idle = Math.min(MS, Math.floor((this.#idleLevel(now) * size) / before))
      for (const [name, bucket] of [...this.#buckets.entries()]) {
        fill(bucket, now)
        bucket.level = Math.min(capacityOf(bucket), Math.floor((bucket.level * size) / before))
        // From now on processes lease requests of this limit.
        if (bucket.requests < size) this.#buckets.delete(name)
      }
      if (size < before) {
        this.#leasedBelow = now < this.#leasedUntil ? Math.max(this.#leasedBelow, before) : before
        this.#leasedUntil = now + MS
      }
    }
    this.#idleAt = Math.floor(now)
    this.#size = size
  }

  /** Returns the state of a share. Call it only for limits with at least as many requests as there are shares. */
  state(name: string, requests: number, now: number): ShareState {
    const bucket = this.#bucket(name, requests, now)
    return {
      remaining: Math.floor(bucket.level / this.#request),
      toNext: Math.max(0, Math.ceil((this.#request - bucket.level) / requests)),
      toFull: Math.ceil((capacityOf(bucket) - bucket.level) / requests),
    }
  }

  /** Takes a request. Call this method only if {@link state} returns at least one. */
  take(name: string, requests: number, now: number): void {
    this.#bucket(name, requests, now).level -= this.#request
  }

  refund(name: string, requests: number, now: number): void {
    const bucket = this.#bucket(name, requests, now)
    bucket.level = Math.min(capacityOf(bucket), bucket.level + this.#request)
  }

  get #request(): number {
    return MS * (this.#size ?? 1)
  }

  #bucket(name: string, requests: number, now: number): ShareBucket {
    const known = this.#buckets.get(name)
    if (known?.requests === requests) {
      fill(known, now)
      return known
    }
    const bucket = { requests, level: this.#firstLevel(requests, now), at: now }
    if (known !== undefined) {
      // A changed limit keeps the number of used requests.
      fill(known, now)
      const used = (capacityOf(known) - known.level) / this.#request
      bucket.level = Math.max(0, Math.min(bucket.level, capacityOf(bucket) - Math.ceil(used) * this.#request))
    }
    this.#buckets.set(name, bucket)
    return bucket
  }

  #firstLevel(requests: number, now: number): number {
    const idle = this.#idleLevel(now)
    if (requests >= this.#leasedBelow) return requests * idle
    return requests * Math.max(0, Math.min(idle, MS - (this.#leasedUntil - now)))
  }

  #idleLevel(now: number): number {
    return Math.min(MS, this.#idle + Math.max(0, Math.floor(now) - this.#idleAt))
  }
}

function capacityOf({ requests }: ShareBucket): number {
  return requests * MS
}

/** Refills the bucket. If the clock was set back, the number of requests does not change. */
function fill(bucket: ShareBucket, now: number): void {
  const at = Math.floor(now)
  if (at <= bucket.at) return
  bucket.level = Math.min(capacityOf(bucket), bucket.level + (at - bucket.at) * bucket.requests)
  bucket.at = at
}
