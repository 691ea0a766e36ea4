import type { Caller } from '../access/actor.ts'
import type { LimitSubject } from '../limits/limiter.ts'
import { limitsOwner } from './key-bounds.ts'

/**
 * Returns the limits of a caller's request: those of its plan, and those of its key. A session has the limits of the
 * account only.
 */
export function limitSubject({ account, plan, key }: Caller): LimitSubject {
  return {
    accountId: account.id,
    ...(plan.burstPerSecond === undefined ? {} : { accountBurst: plan.burstPerSecond }),
    ...(key === undefined ? {} : { keyId: limitsOwner(key) }),
    ...(key?.burstPerSecond === undefined ? {} : { keyBurst: key.burstPerSecond }),
    // A key keeps its own limits under a plan without that feature, since they only reduce what it may do.
    ...(key?.sustained === undefined ? {} : { keySustained: key.sustained }),
  }
}
