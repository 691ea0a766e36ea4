import type { Clock, Registry } from '@utpid/core'
import { rowKey } from '@utpid/core/storage'
import type { RandomBytes } from '../environment/random-bytes.ts'
import type { Scope } from '../model/scope.ts'
import type { Webhook } from '../model/webhook.ts'
import type { SecretBox } from '../secrets/seal.ts'
import type { RowWrite, ServiceStore } from '../store/service-store.ts'

/** What webhooks are told from: any registry, or what reads one that is elsewhere. */
export type RegistryFeed = Pick<Registry, 'events' | 'stats'>

/** What all parts of webhooks work with. */
export interface WebhookContext {
  readonly store: ServiceStore
  readonly registry: RegistryFeed
  readonly secrets: SecretBox
  readonly clock: Clock
  readonly randomBytes: RandomBytes
}

/** Who asks: it is written down beside what changes. Neither: the operator. */
export interface WebhookActor {
  readonly memberId?: string
  readonly keyId?: string
  /** What may be seen by it. Absent: everything. */
  readonly scopes?: readonly Scope[]
  /** Of a key that writes for these suppliers only. */
  readonly suppliers?: readonly string[]
  /** Of a key that ends. */
  readonly expiresAt?: string
}

/** A time as it is kept. */
export function timeText(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

/** The row that says who changed a webhook; to be written with the change. */
export function auditWrite(
  id: string,
  at: string,
  { accountId, id: target }: Pick<Webhook, 'accountId' | 'id'>,
  action: string,
  { memberId, keyId }: WebhookActor,
  details: Readonly<Record<string, unknown>>,
): RowWrite {
  const by = { ...(memberId === undefined ? {} : { memberId }), ...(keyId === undefined ? {} : { keyId }) }
  const row = { at, accountId, ...by, action, target, details }
  return { table: 'audit', key: rowKey(accountId, id), row, expect: 'absent' }
}
