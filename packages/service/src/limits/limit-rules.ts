import type { LimitPolicy, LimitState, LimitSubject } from './limiter.ts'
import type { BucketRule } from './token-bucket.ts'

const MS = 1_000

/** A bucket from which a request takes a token. */
export interface LimitRule {
  readonly policy: LimitPolicy
  /** The owner of the limit: an account, or an account and a key. Neither part contains a space. */
  readonly owner: string
  readonly rule: BucketRule
}

/** Returns every limit that applies to a request. */
export function limitRules({ accountId, keyId, accountBurst, keyBurst, keySustained }: LimitSubject): LimitRule[] {
  const rules: LimitRule[] = []
  if (accountBurst !== undefined) {
    rules.push({ policy: 'burst', owner: accountId, rule: { requests: accountBurst, perSeconds: 1 } })
  }
  if (keyId === undefined) return rules
  const owner = `${accountId} ${keyId}`
  if (keyBurst !== undefined) rules.push({ policy: 'key-burst', owner, rule: { requests: keyBurst, perSeconds: 1 } })
  if (keySustained !== undefined) rules.push({ policy: 'key-sustained', owner, rule: keySustained })
  return rules
}

/** Returns the state of a limit in the form of the RateLimit headers. */
export function limitState({ policy, rule }: LimitRule, remaining: number, millisecondsToFull: number): LimitState {
  const { requests, perSeconds } = rule
  return { policy, requests, perSeconds, remaining, resetSeconds: Math.ceil(millisecondsToFull / MS) }
}
