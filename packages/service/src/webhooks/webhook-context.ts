import type { Registry } from '@utpid/core'
import type { Clock } from '@utpid/core/operations'
import { defined, rowKey } from '@utpid/core/storage'
import type { RandomBytes } from '../environment/random-bytes.ts'
import type { Scope } from '../model/scope.ts'
import type { Webhook } from '../model/webhook.ts'
import type { SecretBox } from '../secrets/seal.ts'
import { newRowId } from '../store/row-id.ts'
import type { RowWrite, ServiceStore } from '../store/service-store.ts'

/** The source of registry events: a registry, or a client of a remote one. */
export type RegistryFeed = Pick<Registry, 'events' | 'stats'>

/** The dependencies of all webhook parts. */
export interface WebhookContext {
  readonly store: ServiceStore
  readonly registry: RegistryFeed
  readonly secrets: SecretBox
  readonly clock: Clock
  readonly randomBytes: RandomBytes
}

/** The author of a change, for the audit log. Without either id: the operator. */
export interface WebhookActor {
  readonly memberId?: string
  readonly keyId?: string
  /** The scopes of the author. Absent: all scopes. */
  readonly scopes?: readonly Scope[]
  /** The only suppliers for which the actor's key may write. Absent: all suppliers. */
  readonly suppliers?: readonly string[]
  /** Expiry of the actor's key. Absent: the key does not expire. */
  readonly expiresAt?: string
}

/** Returns a time in the format of stored rows: ISO 8601, UTC. */
export function timeText(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

/** Returns the audit entry of a webhook change. Write the entry with the change. */
export function auditWrite(
  { clock, randomBytes }: Pick<WebhookContext, 'clock' | 'randomBytes'>,
  { accountId, id: target }: Pick<Webhook, 'accountId' | 'id'>,
  action: string,
  { memberId, keyId }: WebhookActor,
  details: Readonly<Record<string, unknown>>,
): RowWrite {
  const id = newRowId(clock, randomBytes)
  const row = { createdAt: timeText(clock()), accountId, ...defined({ memberId, keyId }), action, target, details }
  return { table: 'audit', key: rowKey(accountId, id), row, expect: 'absent' }
}
