import type { EventPage } from '@utpid/core/operations'
import type { WebhookCursor } from '../../model/webhook.ts'
import type { SendableEvent } from '../delivery/delivery-rows.ts'
import { toldEvent } from '../events/events-of-registry.ts'
import { isSubscribed } from '../events/webhook-event.ts'

export interface FeedStep {
  readonly events: readonly SendableEvent[]
  /** The position in the change feed after these events. */
  readonly change: number
  readonly eventsOfNext: number
}

/**
 * Selects the subscribed events from pages of the change feed: at most `most` events, possibly ending within a change.
 *
 * @param pages - Pages after the cursor's change, oldest first.
 */
export function feedStep(
  pages: readonly EventPage[],
  cursor: Pick<WebhookCursor, 'change' | 'events'>,
  subscriptions: readonly string[],
  most: number,
): FeedStep {
  const events: SendableEvent[] = []
  let { change, events: place } = cursor
  for (const page of pages) {
    for (const event of page.events.slice(place)) {
      if (events.length === most) return { events, change, eventsOfNext: place }
      place++
      const told = toldEvent(event, page.change, page.at)
      if (told !== undefined && isSubscribed(subscriptions, told.type)) events.push(told)
    }
    change = page.change
    place = 0
  }
  return { events, change, eventsOfNext: 0 }
}
