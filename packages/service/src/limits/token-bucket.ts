/** How many requests at once, and over how long that many come back. */
export interface BucketRule {
  /** A whole number, 1 at least: tokens of a full bucket. */
  readonly requests: number
  /** A whole number, 1 at least: seconds in which an empty bucket fills, evenly. */
  readonly perSeconds: number
}

const MS = 1_000

/**
 * Requests that may still be made: full at first, one token for each, filled again evenly.
 *
 * Exact: it counts in parts of a token of which a whole number comes back each millisecond, so nothing is ever rounded.
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

  /** This bucket under another rule: as many tokens as are used here are used there. */
  changed(rule: BucketRule, now: number): TokenBucket {
    this.#fill(now)
    const bucket = new TokenBucket(rule, this.#at)
    const used = Math.ceil((this.#capacity - this.#level) / this.#token)
    bucket.#level = Math.max(0, rule.requests - used) * bucket.#token
    return bucket
  }

  /** Whole tokens there are now. */
  remaining(now: number): number {
    this.#fill(now)
    return Math.floor(this.#level / this.#token)
  }

  /** Takes a token. Only where {@link remaining} is 1 at least. */
  take(): void {
    this.#level -= this.#token
  }

  /** Puts a token back that was taken for nothing. */
  giveBack(): void {
    this.#level = Math.min(this.#capacity, this.#level + this.#token)
  }

  /** Milliseconds from now until there is a token; 0 when there is one. */
  millisecondsToNext(now: number): number {
    this.#fill(now)
    return Math.max(0, Math.ceil((this.#token - this.#level) / this.rule.requests))
  }

  /** Milliseconds from now until it is full. */
  millisecondsToFull(now: number): number {
    this.#fill(now)
    return Math.ceil((this.#capacity - this.#level) / this.rule.requests)
  }

  /** A clock that was set back gives nothing and takes nothing. */
  #fill(now: number): void {
    const at = Math.floor(now)
    if (at <= this.#at) return
    this.#level = Math.min(this.#capacity, this.#level + (at - this.#at) * this.rule.requests)
    this.#at = at
  }
}
