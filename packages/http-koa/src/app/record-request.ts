import { type HostedService, withoutKeys } from '@utpid/service'
import type Koa from 'koa'
import { callerIds, NO_ROUTE, type Passage } from '../access/passage.ts'

const USER_AGENT_MOST = 300

/**
 * Writes a request that an account made into its log and its figures of use; also one whose key opens nothing any more, with
 * the reason, which its sender is not told.
 */
export function recordRequest(
  service: HostedService | undefined,
  context: Koa.Context,
  requestId: string,
  { visitor, route, code, refusal, ip }: Passage,
  milliseconds: number,
): void {
  const accountId = visitor?.caller?.account.id ?? refusal?.accountId
  if (service === undefined || accountId === undefined) return
  // What browsers load to show the dashboard is nobody's use of the API.
  if (route?.path.startsWith('/dashboard') === true) return
  const userAgent = withoutKeys(context.get('user-agent')).slice(0, USER_AGENT_MOST)
  service.recorder.record({
    requestId,
    at: new Date(service.environment.now()).toISOString(),
    accountId,
    ...callerIds(visitor?.caller),
    ...(refusal?.keyId === undefined ? {} : { keyId: refusal.keyId }),
    ...(refusal === undefined ? {} : { reason: refusal.reason }),
    method: context.method,
    route: route?.path ?? NO_ROUTE,
    status: context.status,
    ...(code === undefined ? {} : { code }),
    milliseconds,
    requestBytes: Number(context.get('content-length')) || 0,
    responseBytes: context.length ?? 0,
    ip,
    ...(userAgent === '' ? {} : { userAgent }),
  })
}
