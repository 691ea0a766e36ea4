import type { AccountEvent } from '../../model/webhook.ts'
import type { RowWrite } from '../../store/service-store.ts'
import type { AccountEventType } from './webhook-event.ts'

/** An event for the webhooks of an account. */
export interface NewAccountEvent {
  readonly accountId: string
  readonly type: AccountEventType
  readonly createdAt: string
  /** Ids and numbers only. Values that exceed the body limit are truncated. */
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * Returns the row of an event that comes from the service, not from the registry. Write the row in the same transaction
 * as the change, so that the event is sent if and only if the change is stored.
 *
 * @param id - A new row id.
 */
export function accountEventWrite(id: string, event: NewAccountEvent): RowWrite {
  const row: AccountEvent = event
  return { table: 'account_events', key: id, row, expect: 'absent' }
}
