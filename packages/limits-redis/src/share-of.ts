import type { LimitSubject } from '@utpid/service'

/**
 * Returns the limits that one process applies alone while the server does not respond: an equal share of each limit,
 * but at least one request.
 */
export function shareOf(subject: LimitSubject, instances: number): LimitSubject {
  const part = (requests: number): number => Math.max(1, Math.floor(requests / Math.max(1, instances)))
  const { accountBurst, keyBurst, keySustained } = subject
  return {
    ...subject,
    ...(accountBurst === undefined ? {} : { accountBurst: part(accountBurst) }),
    ...(keyBurst === undefined ? {} : { keyBurst: part(keyBurst) }),
    ...(keySustained === undefined ? {} : { keySustained: { ...keySustained, requests: part(keySustained.requests) } }),
  }
}
