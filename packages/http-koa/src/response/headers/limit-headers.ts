import type { LimitState } from '@utpid/service'
import { type QuotaState, secondsOfMonth } from '@utpid/service/internal'

/**
 * Returns the headers `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers). The quota's window is
 * the UTC month. The headers omit unlimited policies.
 */
export function limitHeaders(
  states: readonly LimitState[],
  quota: QuotaState | undefined,
  now: number,
): Record<string, string> {
  const policies = states.map(({ policy, requests, perSeconds }) => `"${policy}";q=${requests};w=${perSeconds}`)
  const limits = states.map(({ policy, remaining, resetSeconds }) => `"${policy}";r=${remaining};t=${resetSeconds}`)
  if (quota !== undefined) {
    const seconds = Math.max(0, Math.ceil((Date.parse(quota.resetsAt) - now) / 1_000))
    policies.push(`"quota";q=${quota.limit};w=${secondsOfMonth(now)}`)
    limits.push(`"quota";r=${quota.remaining};t=${seconds}`)
  }
  if (policies.length === 0) return {}
  return { 'ratelimit-policy': policies.join(', '), ratelimit: limits.join(', ') }
}
