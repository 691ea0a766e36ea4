import type { Caller } from '../access/actor.ts'
import type { LimitSubject } from '../limits/limiter.ts'
import { limitsOwner } from './key-bounds.ts'

/** What limits hold for a request of a caller: of its plan, and of its key alone. A session has those of the account. */
export function limitSubject({ account, plan, key }: Caller): LimitSubject {
  return {
    accountId: account.id,
    ...(plan.burstPerSecond === undefined ? {} : { accountBurst: plan.burstPerSecond }),
    ...(key === undefined ? {} : { keyId: limitsOwner(key) }),
    ...(key?.burstPerSecond === undefined ? {} : { keyBurst: key.burstPerSecond }),
    // A key keeps its own limits under a plan that has none: they only ever lower what it may do.
    ...(key?.sustained === undefined ? {} : { keySustained: key.sustained }),
  }
}
