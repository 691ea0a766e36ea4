import { ServiceError } from '@utpid/service'
import { allows, type Scope } from '@utpid/service/internal'
import type { Call } from '../route/route.ts'

/**
 * Requires a scope that only some requests of a route need.
 *
 * @throws `insufficient_scope`
 */
export function requireScope({ caller }: Pick<Call, 'caller'>, scope: Scope): void {
  if (caller === undefined || allows(caller.scopes, scope)) return
  throw new ServiceError('insufficient_scope', `This request needs the scope ${scope}; use a key with this scope.`, {
    details: { requiredScopes: [scope] },
  })
}
