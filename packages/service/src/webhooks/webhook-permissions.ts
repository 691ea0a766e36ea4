import { ServiceError } from '../errors/service-error.ts'
import type { Scope } from '../model/scope.ts'
import type { WebhookActor } from './webhook-context.ts'

/** The scope that gives access to the content of an event, by the prefix of its name. */
const SCOPES: readonly (readonly [start: string, scope: Scope])[] = [
  ['registry.', 'registry:read'],
  ['supplier.', 'registry:read'],
  ['duplicate.', 'registry:read'],
  ['batch.', 'registry:batch'],
  ['import.', 'registry:write'],
  ['account.', 'usage:read'],
]

/** Returns the scope required for the content of an event; undefined if the event has no content. */
export function scopeOfEvent(type: string): Scope | undefined {
  return SCOPES.find(([start]) => type.startsWith(start))?.[1]
}

/**
 * Requires access to the content of these events. The destination of a webhook can read its events, so the webhook's
 * author needs the scopes for them. The author's key must not expire, since webhooks do not expire.
 *
 * @throws `insufficient_scope`
 */
export function requireEventAccess({ scopes, suppliers, expiresAt }: WebhookActor, events: readonly string[]): void {
  const needed = new Set(events.map(scopeOfEvent))
  const missing = [...needed].filter((scope) => scope !== undefined && scopes?.includes(scope) === false)
  if (missing.length > 0) {
    throw insufficientScope(
      `The content of these events needs the scope ${missing.join(', ')}; use a key that has it.`,
      missing,
    )
  }
  if (suppliers !== undefined && needed.has('registry:write')) {
    throw insufficientScope(
      'Imports can contain any supplier, but your key is limited to some suppliers; omit the import events.',
    )
  }
  if (expiresAt === undefined) return
  throw insufficientScope(
    `Your key expires at ${expiresAt}, but a webhook does not expire. Ask a person whose key does not expire.`,
  )
}

/** Whether the actor may see the body of an event. */
export function maySee({ scopes, suppliers }: WebhookActor, type: string): boolean {
  const scope = scopeOfEvent(type)
  if (scope === 'registry:write' && suppliers !== undefined) return false
  return scope === undefined || scopes?.includes(scope) !== false
}

function insufficientScope(message: string, requiredScopes: readonly (Scope | undefined)[] = []): ServiceError {
  return new ServiceError('insufficient_scope', message, { details: { requiredScopes } })
}
