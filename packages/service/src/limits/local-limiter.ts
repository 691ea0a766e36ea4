import type { ServiceEnvironment } from '../environment/environment.ts'
import { BucketCache } from './bucket-cache.ts'
import { type LimitRule, limitRules, limitState } from './limit-rules.ts'
import type { LimitDecision, Limiter, LimitState, LimitSubject } from './limiter.ts'
import type { TokenBucket } from './token-bucket.ts'

const MS = 1_000

/**
 * Maximum accounts and keys in memory. The least recently used entry is evicted and starts again with a full bucket.
 */
const MAX_BUCKETS = 100_000

interface LimitedBucket {
  readonly limit: LimitRule
  readonly bucket: TokenBucket
}

/** Rate limits of one process, exact by the process's own clock. */
export class LocalLimiter implements Limiter {
  readonly #environment: Pick<ServiceEnvironment, 'now'>
  readonly #buckets: BucketCache

  constructor(
    environment: Pick<ServiceEnvironment, 'now'>,
    { maxBuckets = MAX_BUCKETS }: { maxBuckets?: number } = {},
  ) {
    this.#environment = environment
    this.#buckets = new BucketCache(maxBuckets)
  }

  async take(subject: LimitSubject): Promise<LimitDecision> {
    return this.takeNow(subject)
  }

  async refund(subject: LimitSubject): Promise<void> {
    for (const { bucket } of this.#limitedBuckets(subject, this.#environment.now())) bucket.refund()
  }

  async states(subject: LimitSubject): Promise<readonly LimitState[]> {
    const now = this.#environment.now()
    return this.#limitedBuckets(subject, now).map((buckets) => stateOf(buckets, now))
  }

  /** Does {@link take} synchronously. */
  takeNow(subject: LimitSubject): LimitDecision {
    const now = this.#environment.now()
    const buckets = this.#limitedBuckets(subject, now)
    const exhausted = buckets.filter(({ bucket }) => bucket.remaining(now) < 1)
    if (exhausted.length === 0) for (const { bucket } of buckets) bucket.take()
    const waits = exhausted.map(({ bucket }) => bucket.millisecondsToNext(now))
    return {
      isAllowed: exhausted.length === 0,
      states: buckets.map((one) => stateOf(one, now)),
      violated: exhausted.map(({ limit }) => limit.policy),
      retryAfterSeconds: Math.ceil(Math.max(0, ...waits) / MS),
    }
  }

  #limitedBuckets(subject: LimitSubject, now: number): LimitedBucket[] {
    return limitRules(subject).map((limit) => ({
      limit,
      bucket: this.#buckets.bucket(`${limit.policy} ${limit.owner}`, limit.rule, now),
    }))
  }
}

function stateOf({ limit, bucket }: LimitedBucket, now: number): LimitState {
  return limitState(limit, bucket.remaining(now), bucket.millisecondsToFull(now))
}
