import fc from 'fast-check'
import { expect } from 'vitest'
import type { LimitSubject } from '../../src/limits/limiter.ts'
import { LocalLimiter } from '../../src/limits/local-limiter.ts'
import type { BucketRule } from '../../src/limits/token-bucket.ts'

/**
 * An equivalent model of a limit (GCRA). The due time of a request is one interval after the previous request or due
 * time. A request may arrive before its due time by at most `requests` - 1 intervals. Times are exact fractions of a
 * millisecond.
 */
class DueTimes {
  readonly #requests: bigint
  readonly #interval: bigint
  #due = 0n

  constructor({ requests, perSeconds }: BucketRule) {
    this.#requests = BigInt(requests)
    this.#interval = BigInt(perSeconds) * 1_000n
  }

  isFree(now: number): boolean {
    return this.#early(now) <= (this.#requests - 1n) * this.#interval
  }

  take(now: number): void {
    const at = BigInt(now) * this.#requests
    this.#due = (this.#due > at ? this.#due : at) + this.#interval
  }

  remaining(now: number): number {
    const early = this.#early(now)
    return early <= 0n ? Number(this.#requests) : Number((this.#requests * this.#interval - early) / this.#interval)
  }

  /** Returns the time until the due time, in fractions of a millisecond. */
  #early(now: number): bigint {
    return this.#due - BigInt(now) * this.#requests
  }
}

const rule: fc.Arbitrary<BucketRule> = fc.record({
  requests: fc.integer({ min: 1, max: 1_000 }),
  perSeconds: fc.integer({ min: 1, max: 3_600 }),
})
const ARRIVALS = 1_000

/**
 * Checks that the limits of an account with two keys allow or refuse each arrival as the model does, with the same
 * remaining count.
 */
export function checkAgainstArrivals(arrivals: number): void {
  const gap = fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 20 }) },
    { weight: 3, arbitrary: fc.integer({ min: 0, max: 1_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 4_000_000 }) },
  )
  const arrival = fc.tuple(gap, fc.integer({ min: 0, max: 2 }))
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 2, maxLength: 2 }),
      fc.array(rule, { minLength: 2, maxLength: 2 }),
      fc.array(arrival, { minLength: ARRIVALS, maxLength: ARRIVALS }),
      (accountBurst, keyBursts, sustained, gaps) => {
        let now = 1_700_000_000_000
        const limiter = new LocalLimiter({ now: () => now })
        const perSecond = (requests: number): DueTimes => new DueTimes({ requests, perSeconds: 1 })
        const account = perSecond(accountBurst)
        const keys = keyBursts.map((burst, at) => [perSecond(burst), new DueTimes(sustained[at] as BucketRule)])
        for (const [gap, who] of gaps) {
          now += gap
          // The third caller is a session, which has only the limit of the account.
          const models = [account, ...(keys[who] ?? [])]
          const subject: LimitSubject =
            who === 2
              ? { accountId: 'a', accountBurst }
              : {
                  accountId: 'a',
                  accountBurst,
                  keyId: String(who),
                  keyBurst: keyBursts[who] as number,
                  keySustained: sustained[who] as BucketRule,
                }
          const free = models.map((model) => model.isFree(now))
          const isAllowed = free.every(Boolean)
          if (isAllowed) for (const model of models) model.take(now)
          const decision = limiter.takeNow(subject)
          const isAsModel =
            decision.isAllowed === isAllowed &&
            decision.violated.length === free.filter((one) => !one).length &&
            decision.states.every(({ remaining }, at) => remaining === models[at]?.remaining(now)) &&
            decision.retryAfterSeconds > 0 === !isAllowed
          if (!isAsModel) expect(decision).toEqual({ isAllowed, left: models.map((model) => model.remaining(now)) })
        }
      },
    ),
    { numRuns: Math.ceil(arrivals / ARRIVALS) },
  )
}
