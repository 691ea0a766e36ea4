import type { EventPage } from '@utpid/core/operations'
import type { WebhookCursor } from '../../model/webhook.ts'
import type { OutgoingEvent } from '../delivery/delivery-rows.ts'
import { registryWebhookEvent } from '../events/events-of-registry.ts'
import { isSubscribed } from '../events/webhook-event.ts'

export interface FeedSlice {
  readonly events: readonly OutgoingEvent[]
  /** The position in the change feed after these events. */
  readonly change: number
  readonly nextEvents: number
}

/**
 * Selects the subscribed events from pages of the change feed: at most `max` events. The slice may end within a change.
 *
 * @param pages - Pages after the cursor's change, oldest first.
 */
export function feedSlice(
  pages: readonly EventPage[],
  cursor: Pick<WebhookCursor, 'change' | 'events'>,
  subscriptions: readonly string[],
  max: number,
): FeedSlice {
  const events: OutgoingEvent[] = []
  let { change, events: index } = cursor
  for (const page of pages) {
    for (const event of page.events.slice(index)) {
      if (events.length === max) return { events, change, nextEvents: index }
      index++
      const registryEvent = registryWebhookEvent(event, page.change, page.at)
      if (registryEvent !== undefined && isSubscribed(subscriptions, registryEvent.type)) events.push(registryEvent)
    }
    change = page.change
    index = 0
  }
  return { events, change, nextEvents: 0 }
}
