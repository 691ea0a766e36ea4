import { LRUCache } from 'lru-cache'
import { type BucketRule, TokenBucket } from './token-bucket.ts'

/** An LRU cache of buckets by name. A bucket that returns after an eviction is full. */
export class BucketCache {
  readonly #buckets: LRUCache<string, TokenBucket>

  constructor(max: number) {
    this.#buckets = new LRUCache({ max: max })
  }

  get size(): number {
    return this.#buckets.size
  }

  /** Returns an existing bucket. Unlike {@link bucket}, this method creates no bucket. */
  cached(name: string): TokenBucket | undefined {
    return this.#buckets.get(name)
  }

  /** Returns the bucket of a name under the current rule; a full bucket if none is cached. */
  bucket(name: string, rule: BucketRule, now: number): TokenBucket {
    const cached = this.#buckets.get(name)
    if (cached?.rule.requests === rule.requests && cached.rule.perSeconds === rule.perSeconds) return cached
    const bucket = cached === undefined ? new TokenBucket(rule, now) : cached.withRule(rule, now)
    this.#buckets.set(name, bucket)
    return bucket
  }
}
