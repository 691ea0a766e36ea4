import { keyParts, keyPrefix, numberPart, rowKey } from '@utpid/core/storage'
import type { Delivery, DeliveryDue, Webhook, WebhookCursor } from '../../model/webhook.ts'
import { rowIdAt } from '../../store/row-id.ts'
import type { RowWrite } from '../../store/service-store.ts'
import { eventBody } from '../events/event-body.ts'
import type { SentEventType } from '../events/webhook-event.ts'
import { timeText, type WebhookContext } from '../webhook-context.ts'

/** An event to be sent to a webhook. */
export interface OutgoingEvent {
  readonly type: SentEventType
  readonly at: string
  readonly data: Readonly<Record<string, unknown>>
}

export function deliveryKey({ webhookId, id }: Pick<Delivery, 'webhookId' | 'id'>): string {
  return rowKey(webhookId, id)
}

export function dueKey(delivery: Pick<Delivery, 'webhookId' | 'id'>, at: number): string {
  return rowKey(delivery.webhookId, numberPart(at), delivery.id)
}

/** Returns the due time in the key of a queue entry. */
export function dueTime(key: string): number {
  return Number(keyParts(key)[1])
}

/** The key prefix of a webhook's deliveries and of their queue entries. */
export function webhookPrefix(webhookId: string): string {
  return keyPrefix(webhookId)
}

/** Returns a waiting delivery and its queue entry. */
export function waitingWrites(delivery: Delivery, at: number, expect: number | 'absent'): RowWrite[] {
  const { accountId, webhookId, id } = delivery
  const due: DeliveryDue = { accountId, webhookId, deliveryId: id }
  const row: Delivery = { ...delivery, status: 'waiting', nextAt: timeText(at) }
  return [
    { table: 'deliveries', key: deliveryKey(delivery), row, expect },
    { table: 'deliveries_due', key: dueKey(delivery, at), row: due },
  ]
}

/**
 * Returns the new deliveries of one webhook, numbered from its cursor. Write the deliveries together with the returned
 * cursor. The write of the cursor requires the revision of the old cursor.
 */
export function newDeliveries(
  { clock, randomBytes }: WebhookContext,
  { id: webhookId, accountId, status }: Webhook,
  cursor: WebhookCursor,
  events: readonly OutgoingEvent[],
): { readonly writes: RowWrite[]; readonly cursor: WebhookCursor; readonly ids: string[] } {
  const now = clock()
  const ids: string[] = []
  const writes = events.flatMap(({ type, at, data }, place) => {
    const sequence = cursor.sequence + place + 1
    const id = rowIdAt(now, sequence, randomBytes)
    ids.push(id)
    const body = eventBody({ id, type, timestamp: at, accountId, sequence, data })
    const delivery: Delivery = {
      ...{ id, webhookId, accountId, type, body, createdAt: timeText(now) },
      ...{ status: 'failed', attempts: [], tries: 0 },
    }
    // Events that happen while the webhook is disabled can be recovered once it is enabled again.
    if (status === 'active') return waitingWrites(delivery, now, 'absent')
    return [{ table: 'deliveries' as const, key: deliveryKey(delivery), row: delivery, expect: 'absent' as const }]
  })
  return { writes, ids, cursor: { ...cursor, sequence: cursor.sequence + events.length } }
}
