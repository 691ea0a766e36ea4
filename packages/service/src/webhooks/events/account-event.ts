import type { AccountEvent } from '../../model/webhook.ts'
import type { RowWrite } from '../../store/service-store.ts'
import type { AccountEventType } from './webhook-event.ts'

/** Something that webhooks of an account are to be told. */
export interface NewAccountEvent {
  readonly accountId: string
  readonly type: AccountEventType
  readonly at: string
  /** Thin: ids and numbers. What is longer than a body may be is cut. */
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * The row that tells webhooks of what the service itself did. Put it into the same write as what it tells of: then it is
 * told if, and only if, that was kept.
 *
 * @param id - A new one.
 */
export function accountEventWrite(id: string, event: NewAccountEvent): RowWrite {
  const row: AccountEvent = event
  return { table: 'account_events', key: id, row, expect: 'absent' }
}
