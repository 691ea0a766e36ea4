import { rowKey } from '@utpid/core/storage'
import { type Actor, OPERATOR } from '../access/actor.ts'
import { isoNow, type ServiceEnvironment } from '../environment/environment.ts'
import type { AuditEntry } from '../model/request-log.ts'
import type { RowIds } from '../store/row-ids.ts'
import type { RowWrite } from '../store/service-store.ts'

/**
 * The entry of a change, to be written in the same step as the change.
 *
 * @param details - What changed, for people. Never a key, a secret or a password.
 */
export function auditWrite(ids: RowIds, environment: ServiceEnvironment, change: AuditedChange): RowWrite {
  const { by, accountId, action, target, details } = change
  const what = { ...(target === undefined ? {} : { target }), ...(details === undefined ? {} : { details }) }
  const row: AuditEntry = { at: isoNow(environment), accountId, ...by, action, ...what }
  return { table: 'audit', key: rowKey(accountId, ids.next()), row, expect: 'absent' }
}

/** What an entry says of who did it; nothing of the operator. */
export type AuditedBy = Pick<AuditEntry, 'memberId' | 'keyId'>

/** Who made a change, for the audit log; nothing for the operator. */
export function auditedBy(actor: Actor): AuditedBy {
  if (actor === OPERATOR) return {}
  const { member, key } = actor
  return { ...(member === undefined ? {} : { memberId: member.id }), ...(key === undefined ? {} : { keyId: key.id }) }
}

/** A change that is written down in the audit log. */
export interface AuditedChange {
  readonly by: AuditedBy
  readonly accountId: string
  /** What was done, as `key.created`. */
  readonly action: string
  /** The id of what it was done to. */
  readonly target?: string
  readonly details?: Readonly<Record<string, unknown>>
}
