import { RegistryError } from '@utpid/core'
import type { Scope } from '../model/scope.ts'
import type { WebhookActor } from './webhook-context.ts'

/** What somebody has to hold to be told the same by asking: by how the names of events begin. */
const SCOPES: readonly (readonly [start: string, scope: Scope])[] = [
  ['registry.', 'registry:read'],
  ['supplier.', 'registry:read'],
  ['duplicate.', 'registry:read'],
  ['batch.', 'registry:batch'],
  ['import.', 'registry:write'],
  ['account.', 'usage:read'],
]

/** The scope by which one sees what an event tells; undefined when it tells nothing. */
export function scopeOfEvent(type: string): Scope | undefined {
  return SCOPES.find(([start]) => type.startsWith(start))?.[1]
}

/**
 * Whoever says where events go, or which, is told them: only of what they may see, and not by a key that ends, since a
 * webhook does not.
 *
 * @throws `insufficient_scope`
 */
export function requireTold({ scopes, suppliers, expiresAt }: WebhookActor, events: readonly string[]): void {
  const needed = new Set(events.map(scopeOfEvent))
  const missing = [...needed].filter((scope) => scope !== undefined && scopes?.includes(scope) === false)
  if (missing.length > 0) {
    throw refused(`These events tell what needs the scope ${missing.join(', ')}; use a key that holds it.`, missing)
  }
  if (suppliers !== undefined && needed.has('registry:write')) {
    throw refused('Imports are of any supplier and your key is narrowed to some; leave the events of imports out.')
  }
  if (expiresAt === undefined) return
  throw refused(`Your key expires at ${expiresAt}, and a webhook goes on. Ask somebody whose key has no end.`)
}

/** Whether a body of an event may be shown. */
export function maySee({ scopes, suppliers }: WebhookActor, type: string): boolean {
  const scope = scopeOfEvent(type)
  if (scope === 'registry:write' && suppliers !== undefined) return false
  return scope === undefined || scopes?.includes(scope) !== false
}

function refused(message: string, requiredScopes: readonly (Scope | undefined)[] = []): RegistryError {
  return new RegistryError('insufficient_scope', message, { details: { requiredScopes } })
}
