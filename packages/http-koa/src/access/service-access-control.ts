import { type Caller, type HostedService, ServiceError } from '@utpid/service'
import { allows, limitSubject, type Reservation, rateLimitError } from '@utpid/service/internal'
import { HttpError } from '../errors/http-error.ts'
import { checkOrigin } from '../request/check-origin.ts'
import { clientOf, sessionOf } from '../request/session-cookie.ts'
import { actorName } from '../response/body/actor-name.ts'
import { limitHeaders } from '../response/headers/limit-headers.ts'
import type { Route } from '../route/route.ts'
import type { AccessControl, Grant, IncomingRequest, Principal } from './access-control.ts'

/** Statuses of invalid requests, which cost no quota. Calls that fail with 5xx also cost no quota. */
const REFUNDED_STATUSES: ReadonlySet<number> = new Set([400, 415, 422])
/** Query parameters in which people mistakenly send the API key. */
const KEY_PARAMETERS: readonly string[] = ['key', 'api_key', 'apikey', 'access_token', 'token']

/** Identifies callers by API key or session. Admits each call that rate limits, scopes and the monthly quota allow. */
export function serviceAccessControl(service: HostedService): AccessControl {
  return {
    identify: async (call) => {
      const header = call.header('authorization')
      if (header !== undefined) return await principalByKey(service, call, keyOf(header))
      const session = sessionOf(call.header('cookie'))
      if (session !== undefined) return await principalBySession(service, call, session)
      const misplaced = KEY_PARAMETERS.find((name) => call.query.has(name))
      return anonymous(misplaced)
    },
  }
}

async function principalByKey(service: HostedService, { ip }: IncomingRequest, key: string): Promise<Principal> {
  const { authenticator, failedAuthentications } = service
  return principalOf(service, await failedAuthentications.lookUp(ip, key, () => authenticator.authenticate(key)))
}

async function principalBySession(service: HostedService, call: IncomingRequest, session: string): Promise<Principal> {
  // Browsers send the cookie with requests from any page (CSRF), so a change must come from a page of this service.
  if (call.method !== 'GET' && call.method !== 'HEAD') checkOrigin(call)
  try {
    return principalOf(service, await service.sessions.authenticate(session, clientOf(call)))
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'invalid_credentials') throw error
    // Treat an expired cookie as absent: browsers send an expired cookie when a person signs in again.
    return anonymous(undefined)
  }
}

function principalOf(service: HostedService, caller: Caller): Principal {
  return {
    actor: actorName(caller),
    caller,
    admit: (route) => admitCaller(service, caller, route),
  }
}

/** Admits only public routes. */
function anonymous(misplaced: string | undefined): Principal {
  return {
    actor: 'anonymous',
    admit: async (route) => {
      if (route !== undefined && 'public' in route.access) return { headers: {}, finish: () => undefined }
      throw new HttpError(
        'missing_api_key',
        misplaced === undefined
          ? 'The API key is missing. Send it in a header: Authorization: Bearer KEY.'
          : `An API key is accepted only in the header: Authorization: Bearer KEY. Remove the parameter ${misplaced} from the URL.`,
      )
    },
  }
}

async function admitCaller(service: HostedService, caller: Caller, route: Route | undefined): Promise<Grant> {
  if (route === undefined || 'public' in route.access) return { headers: {}, finish: () => undefined }
  const { account, plan } = caller
  const decision = await service.limiter.take(limitSubject(caller))
  const quotaState = (): ReturnType<typeof service.quota.lastState> =>
    service.quota.lastState(account.id, plan.callsPerMonth)
  const headers = (): Record<string, string> => limitHeaders(decision.states, quotaState(), service.environment.now())
  const refuse = (error: unknown): never => {
    throw Object.assign(error as object, { headers: headers() })
  }
  if (!decision.isAllowed) refuse(rateLimitError(decision))
  const refund = (): void => void service.limiter.refund(limitSubject(caller))
  const sufficient = 'scope' in route.access ? [route.access.scope, ...(route.access.or ?? [])] : []
  if (sufficient.length > 0 && !sufficient.some((scope) => allows(caller.scopes, scope))) {
    refund()
    refuse(
      new ServiceError(
        'insufficient_scope',
        `This request needs the scope ${sufficient.join(' or ')}; use a key with this scope.`,
        { details: { requiredScopes: sufficient } },
      ),
    )
  }
  if ('session' in route.access && caller.session === undefined) {
    refund()
    refuse(
      new ServiceError('insufficient_scope', 'This request needs a dashboard session; sign in first.', {
        details: { requiredScopes: [] },
      }),
    )
  }
  let reservation: Reservation | undefined
  if (route.cost > 0) {
    try {
      reservation = await service.quota.reserve(account.id, plan.callsPerMonth)
    } catch (error) {
      refund()
      refuse(error)
    }
  }
  let isFinished = false
  return {
    headers: headers(),
    finish: (status) => {
      // The replay of a stored response has already refunded this call. A second refund would give a free call.
      if (isFinished) return
      isFinished = true
      if (status >= 500 || REFUNDED_STATUSES.has(status)) service.quota.refund(reservation)
    },
  }
}

/** Returns the key in `Authorization`. @throws `missing_api_key` if the header has another form. */
function keyOf(header: string): string {
  const [, key] = /^bearer +(\S+) *$/i.exec(header) ?? []
  if (key !== undefined) return key
  throw new HttpError('missing_api_key', 'The header Authorization must have the form: Bearer KEY.')
}
