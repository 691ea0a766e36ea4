import type { ServiceEnvironment } from '../environment.ts'
import { BucketCache } from './bucket-cache.ts'
import type { LimitDecision, Limiter, LimitPolicy, LimitState, LimitSubject } from './limiter.ts'
import type { BucketRule, TokenBucket } from './token-bucket.ts'

const MS = 1_000

/** Accounts and keys that are known at once; of more, those that asked longest ago begin anew. */
const BUCKETS_MOST = 100_000

interface Held {
  readonly policy: LimitPolicy
  readonly bucket: TokenBucket
}

/** The limits of one process, exact on its clock. */
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

  /** {@link take} without a promise. */
  takeNow(subject: LimitSubject): LimitDecision {
    const now = this.#environment.now()
    const held = this.#held(subject, now)
    const usedUp = held.filter(({ bucket }) => bucket.remaining(now) < 1)
    if (usedUp.length === 0) for (const { bucket } of held) bucket.take()
    const waits = usedUp.map(({ bucket }) => bucket.millisecondsToNext(now))
    return {
      isAllowed: usedUp.length === 0,
      states: held.map((one) => stateOf(one, now)),
      violated: usedUp.map(({ policy }) => policy),
      retryAfterSeconds: Math.ceil(Math.max(0, ...waits) / MS),
    }
  }

  #held({ accountId, keyId, accountBurst, keyBurst, keySustained }: LimitSubject, now: number): Held[] {
    const held: Held[] = []
    const add = (policy: LimitPolicy, owner: string, rule: BucketRule): void => {
      held.push({ policy, bucket: this.#buckets.bucket(`${policy} ${owner}`, rule, now) })
    }
    if (accountBurst !== undefined) add('burst', accountId, { requests: accountBurst, perSeconds: 1 })
    if (keyId === undefined) return held
    const owner = `${accountId} ${keyId}`
    if (keyBurst !== undefined) add('key-burst', owner, { requests: keyBurst, perSeconds: 1 })
    if (keySustained !== undefined) add('key-sustained', owner, keySustained)
    return held
  }
}

function stateOf({ policy, bucket }: Held, now: number): LimitState {
  return {
    policy,
    requests: bucket.rule.requests,
    perSeconds: bucket.rule.perSeconds,
    remaining: bucket.remaining(now),
    resetSeconds: Math.ceil(bucket.millisecondsToFull(now) / MS),
  }
}
