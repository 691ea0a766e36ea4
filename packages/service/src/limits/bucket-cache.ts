import { LRUCache } from 'lru-cache'
import { type BucketRule, TokenBucket } from './token-bucket.ts'

/** Buckets by name: at most so many, those asked longest ago are forgotten, which fills them. */
export class BucketCache {
  readonly #buckets: LRUCache<string, TokenBucket>

  constructor(most: number) {
    this.#buckets = new LRUCache({ max: most })
  }

  get size(): number {
    return this.#buckets.size
  }

  /** The bucket of a name, where there is one: asking about strangers makes none. */
  known(name: string): TokenBucket | undefined {
    return this.#buckets.get(name)
  }

  /** The bucket of a name under the rule that holds for it now; full when it is not known. */
  bucket(name: string, rule: BucketRule, now: number): TokenBucket {
    const known = this.#buckets.get(name)
    if (known?.rule.requests === rule.requests && known.rule.perSeconds === rule.perSeconds) return known
    const bucket = known === undefined ? new TokenBucket(rule, now) : known.changed(rule, now)
    this.#buckets.set(name, bucket)
    return bucket
  }
}
