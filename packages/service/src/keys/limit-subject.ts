import { defined } from '@utpid/core/storage'
import type { Caller } from '../access/actor.ts'
import type { LimitSubject } from '../limits/limiter.ts'
import { limitsOwner } from './key-bounds.ts'

/**
 * Returns the limits of a caller's request: the limits of the plan and of the key. A session has only the limits of the
 * account.
 */
export function limitSubject({ account, plan, key }: Caller): LimitSubject {
  return {
    accountId: account.id,
    ...defined({ accountBurst: plan.burstPerSecond }),
    ...(key === undefined ? {} : { keyId: limitsOwner(key) }),
    ...(key?.burstPerSecond === undefined ? {} : { keyBurst: key.burstPerSecond }),
    // If the plan does not allow limits of keys, existing limits still apply, since they only restrict the key.
    ...(key?.sustained === undefined ? {} : { keySustained: key.sustained }),
  }
}
