/** Capacity and refill time of a bucket. */
export interface BucketRule {
  /** Tokens of a full bucket; an integer, at least 1. */
  readonly requests: number
  /** Seconds in which an empty bucket fills evenly; an integer, at least 1. */
  readonly perSeconds: number
}

const MS = 1_000

/**
 * A token bucket: full at first, refilled evenly. A request takes one token.
 *
 * The bucket counts fractions of a token. Each millisecond refills an integer number of fractions, so nothing is
 * rounded.
 */
export class TokenBucket {
  readonly rule: BucketRule
  readonly #token: number
  readonly #capacity: number
  #level: number
  #at: number

  constructor(rule: BucketRule, now: number) {
    this.rule = rule
    this.#token = rule.perSeconds * MS
    this.#capacity = rule.requests * this.#token
    this.#level = this.#capacity
    this.#at = Math.floor(now)
  }

  /** Returns this bucket under another rule, with the same number of used tokens. */
  withRule(rule: BucketRule, now: number): TokenBucket {
    this.#fill(now)
    const bucket = new TokenBucket(rule, this.#at)
    const used = Math.ceil((this.#capacity - this.#level) / this.#token)
    bucket.#level = Math.max(0, rule.requests - used) * bucket.#token
    return bucket
  }

  /** Whole tokens available now. */
  remaining(now: number): number {
    this.#fill(now)
    return Math.floor(this.#level / this.#token)
  }

  /** Takes a token. Call this method only if {@link remaining} is at least 1. */
  take(): void {
    this.#level -= this.#token
  }

  /** Refunds an unused token. */
  refund(): void {
    this.#level = Math.min(this.#capacity, this.#level + this.#token)
  }

  /** Milliseconds until a token is available; 0 if one is available now. */
  millisecondsToNext(now: number): number {
    this.#fill(now)
    return Math.max(0, Math.ceil((this.#token - this.#level) / this.rule.requests))
  }

  /** Milliseconds until the bucket is full. */
  millisecondsToFull(now: number): number {
    this.#fill(now)
    return Math.ceil((this.#capacity - this.#level) / this.rule.requests)
  }

  /** Refills the bucket. If the clock was set back, the number of tokens does not change. */
  #fill(now: number): void {
    const at = Math.floor(now)
    if (at <= this.#at) return
    this.#level = Math.min(this.#capacity, this.#level + (at - this.#at) * this.rule.requests)
    this.#at = at
  }
}
