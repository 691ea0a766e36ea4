import type { ServiceEnvironment } from '../environment/environment.ts'
import { BucketCache } from './bucket-cache.ts'
import { type LimitRule, limitRules, limitState } from './limit-rules.ts'
import type { LimitDecision, Limiter, LimitState, LimitSubject } from './limiter.ts'
import type { TokenBucket } from './token-bucket.ts'

const MS = 1_000

/** Maximum accounts and keys in memory. The least recently used one is evicted and starts again with a full bucket. */
const BUCKETS_MOST = 100_000

interface Held {
  readonly limit: LimitRule
  readonly bucket: TokenBucket
}

/** Rate limits of one process, exact on its clock. */
export class LocalLimiter implements Limiter {
  readonly #environment: Pick<ServiceEnvironment, 'now'>
  readonly #buckets: BucketCache

  constructor(
    environment: Pick<ServiceEnvironment, 'now'>,
    { bucketsMost = BUCKETS_MOST }: { bucketsMost?: number } = {},
  ) {
    this.#environment = environment
    this.#buckets = new BucketCache(bucketsMost)
  }

  async take(subject: LimitSubject): Promise<LimitDecision> {
    return this.takeNow(subject)
  }

  async giveBack(subject: LimitSubject): Promise<void> {
    for (const { bucket } of this.#held(subject, this.#environment.now())) bucket.giveBack()
  }

  async states(subject: LimitSubject): Promise<readonly LimitState[]> {
    const now = this.#environment.now()
    return this.#held(subject, now).map((held) => stateOf(held, now))
  }

  /** Does {@link take} synchronously. */
  takeNow(subject: LimitSubject): LimitDecision {
    const now = this.#environment.now()
    const held = this.#held(subject, now)
    const usedUp = held.filter(({ bucket }) => bucket.remaining(now) < 1)
    if (usedUp.length === 0) for (const { bucket } of held) bucket.take()
    const waits = usedUp.map(({ bucket }) => bucket.millisecondsToNext(now))
    return {
      isAllowed: usedUp.length === 0,
      states: held.map((one) => stateOf(one, now)),
      violated: usedUp.map(({ limit }) => limit.policy),
      retryAfterSeconds: Math.ceil(Math.max(0, ...waits) / MS),
    }
  }

  #held(subject: LimitSubject, now: number): Held[] {
    return limitRules(subject).map((limit) => ({
      limit,
      bucket: this.#buckets.bucket(`${limit.policy} ${limit.owner}`, limit.rule, now),
    }))
  }
}

function stateOf({ limit, bucket }: Held, now: number): LimitState {
  return limitState(limit, bucket.remaining(now), bucket.millisecondsToFull(now))
}
