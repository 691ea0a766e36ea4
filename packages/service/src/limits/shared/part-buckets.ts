import { LRUCache } from 'lru-cache'

const MS = 1_000

/** Accounts and keys that are known at once; of more, those that asked longest ago begin again. */
const BUCKETS_MOST = 100_000

/** One of `size` equal parts of a limit of requests a second; a request is `size` times 1,000 units. */
interface PartBucket {
  readonly requests: number
  level: number
  at: number
}

/** How it stands with one part. */
export interface PartState {
  /** Whole requests. */
  readonly remaining: number
  /** Milliseconds until there is a request; 0 when there is one. */
  readonly toNext: number
  /** Milliseconds until the part is full. */
  readonly toFull: number
}

/**
 * The part of each limit of requests a second that this process gives out: one of `size` equal ones. Exact: levels are
 * whole numbers of units of which `requests` come back each millisecond.
 *
 * No change of the size makes requests: a part that begins is empty, a part that grows keeps its level, a part that
 * shrinks keeps what fits. An idle part is full after a second.
 */
export class PartBuckets {
  readonly #buckets = new LRUCache<string, PartBucket>({ max: BUCKETS_MOST })
  #size: number | undefined
  /** Level for each request a second of a part that nobody has asked; at most 1,000. */
  #idle = 0
  #idleAt = 0
  /** Limits of fewer requests were leased a moment ago, until when. */
  #leasedBelow = 0
  #leasedUntil = 0

  /** Parts that a limit is divided into; undefined while this process has none. */
  get size(): number | undefined {
    return this.#size
  }

  /** @param isFull - Of the first part alone: whether it may begin full, since nobody else gave out anything. */
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
        // Leased from now on.
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

  /** Only of a limit of as many requests as there are parts, or more. */
  look(name: string, requests: number, now: number): PartState {
    const bucket = this.#bucket(name, requests, now)
    return {
      remaining: Math.floor(bucket.level / this.#request),
      toNext: Math.max(0, Math.ceil((this.#request - bucket.level) / requests)),
      toFull: Math.ceil((capacityOf(bucket) - bucket.level) / requests),
    }
  }

  /** Takes a request, where {@link look} says that there is one. */
  take(name: string, requests: number, now: number): void {
    this.#bucket(name, requests, now).level -= this.#request
  }

  giveBack(name: string, requests: number, now: number): void {
    const bucket = this.#bucket(name, requests, now)
    bucket.level = Math.min(capacityOf(bucket), bucket.level + this.#request)
  }

  get #request(): number {
    return MS * (this.#size ?? 1)
  }

  #bucket(name: string, requests: number, now: number): PartBucket {
    const known = this.#buckets.get(name)
    if (known?.requests === requests) {
      fill(known, now)
      return known
    }
    const bucket = { requests, level: this.#firstLevel(requests, now), at: now }
    if (known !== undefined) {
      // Under another limit as many requests are used as were before.
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

function capacityOf({ requests }: PartBucket): number {
  return requests * MS
}

/** A clock that was set back gives nothing and takes nothing. */
function fill(bucket: PartBucket, now: number): void {
  const at = Math.floor(now)
  if (at <= bucket.at) return
  bucket.level = Math.min(capacityOf(bucket), bucket.level + (at - bucket.at) * bucket.requests)
  bucket.at = at
}
