import { defined } from '@utpid/core/storage'
import type { HostedService } from '@utpid/service'
import { redactKeys } from '@utpid/service/internal'
import type Koa from 'koa'
import { callerIds, NO_ROUTE, type RequestContext } from '../access/request-context.ts'

const MAX_USER_AGENT = 300

/**
 * Writes a request of an account to its request log and usage figures. If the account's key is invalid, only the log
 * contains the reason; the sender does not get it.
 */
export function recordRequest(
  service: HostedService | undefined,
  context: Koa.Context,
  requestId: string,
  { principal, route, code, refusal, ip }: RequestContext,
  milliseconds: number,
): void {
  const accountId = principal?.caller?.account.id ?? refusal?.accountId
  if (service === undefined || accountId === undefined) return
  // Requests for files of the dashboard do not count as API calls.
  if (route?.path.startsWith('/dashboard') === true) return
  const userAgent = redactKeys(context.get('user-agent')).slice(0, MAX_USER_AGENT)
  service.recorder.record({
    requestId,
    createdAt: new Date(service.environment.now()).toISOString(),
    accountId,
    ...callerIds(principal?.caller),
    ...(refusal?.keyId === undefined ? {} : { keyId: refusal.keyId }),
    ...(refusal === undefined ? {} : { reason: refusal.reason }),
    method: context.method,
    route: route?.path ?? NO_ROUTE,
    status: context.status,
    ...defined({ code }),
    milliseconds,
    requestBytes: Number(context.get('content-length')) || 0,
    responseBytes: context.length ?? 0,
    ip,
    ...(userAgent === '' ? {} : { userAgent }),
  })
}
