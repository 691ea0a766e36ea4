import { defined, rowKey } from '@utpid/core/storage'
import { type Actor, OPERATOR } from '../access/actor.ts'
import { isoNow, type ServiceEnvironment } from '../environment/environment.ts'
import type { AuditEntry } from '../model/request-log.ts'
import type { RowIds } from '../store/row-ids.ts'
import type { RowWrite } from '../store/service-store.ts'

/**
 * Returns the audit entry of a change. Write the entry in the transaction of the change.
 *
 * @param details - The changed values, for people. Never contains a key, a secret or a password.
 */
export function auditWrite(ids: RowIds, environment: ServiceEnvironment, change: AuditedChange): RowWrite {
  const { author, accountId, action, target, details } = change
  const what = { ...defined({ target, details }) }
  const row: AuditEntry = { createdAt: isoNow(environment), accountId, ...author, action, ...what }
  return { table: 'audit', key: rowKey(accountId, ids.next()), row, expect: 'absent' }
}

/** The author of an entry; empty for the operator. */
export type AuditAuthor = Pick<AuditEntry, 'memberId' | 'keyId'>

/** Returns the author of a change for the audit log; empty for the operator. */
export function auditAuthor(actor: Actor): AuditAuthor {
  if (actor === OPERATOR) return {}
  const { member, key } = actor
  return { ...(member === undefined ? {} : { memberId: member.id }), ...(key === undefined ? {} : { keyId: key.id }) }
}

/** A change to record in the audit log. */
export interface AuditedChange {
  readonly author: AuditAuthor
  readonly accountId: string
  /** The action, such as `key.created`. */
  readonly action: string
  /** The id of the changed object. */
  readonly target?: string
  readonly details?: Readonly<Record<string, unknown>>
}
