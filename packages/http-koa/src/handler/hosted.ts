import { RegistryError } from '@utpid/core'
import { defined } from '@utpid/core/storage'
import type { Caller, HostedService } from '@utpid/service'
import type { WebhookActor } from '@utpid/service/internal'
import { type Call, routesWith } from '../route/route.ts'

/**
 * Returns the service and the caller of a request.
 *
 * @throws `not_found` if the registry has no accounts.
 */
export function hosted({ service, caller }: Pick<Call, 'service' | 'caller'>): {
  readonly service: HostedService
  readonly caller: Caller
  readonly accountId: string
} {
  if (service === undefined || caller === undefined) {
    throw new RegistryError('not_found', 'This registry is served without accounts.')
  }
  return { service, caller, accountId: caller.account.id }
}

/** Defines a route of a registry with accounts. Its handler receives the service, the caller and the account. */
export const hostedRoute: ReturnType<typeof routesWith<ReturnType<typeof hosted>>> = routesWith(hosted)

/** Returns the caller in the form that webhooks need. */
export function actorOf({ key, member, scopes, suppliers }: Caller): WebhookActor {
  return {
    ...(key === undefined ? {} : { keyId: key.id }),
    ...(member === undefined ? {} : { memberId: member.id }),
    ...(key?.expiresAt === undefined ? {} : { expiresAt: key.expiresAt }),
    ...defined({ suppliers }),
    scopes,
  }
}
