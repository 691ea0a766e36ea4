import { LRUCache } from 'lru-cache'
import { type BucketRule, TokenBucket } from './token-bucket.ts'

/** An LRU cache of buckets by name. An evicted bucket is full again. */
export class BucketCache {
  readonly #buckets: LRUCache<string, TokenBucket>

  constructor(most: number) {
    this.#buckets = new LRUCache({ max: most })
  }

  get size(): number {
    return this.#buckets.size
  }

  /** Returns an existing bucket. Unlike {@link bucket} it creates none. */
  known(name: string): TokenBucket | undefined {
    return this.#buckets.get(name)
  }

  /** Returns the bucket of a name under the current rule; a full one if it is not cached. */
  bucket(name: string, rule: BucketRule, now: number): TokenBucket {
    const known = this.#buckets.get(name)
    if (known?.rule.requests === rule.requests && known.rule.perSeconds === rule.perSeconds) return known
    const bucket = known === undefined ? new TokenBucket(rule, now) : known.changed(rule, now)
    this.#buckets.set(name, bucket)
    return bucket
  }
}
