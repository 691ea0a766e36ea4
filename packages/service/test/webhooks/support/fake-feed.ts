import { RegistryError, type RegistryEvent } from '@utpid/core'
import type { EventPage } from '@utpid/core/operations'
import type { RegistryFeed } from '../../../src/webhooks/webhook-context.ts'

/** A change feed to which tests commit changes one by one. */
export class FakeFeed {
  readonly changes: EventPage[] = []
  /** The number of the last change that the change feed no longer contains. */
  forgotten = 0

  commit(...events: RegistryEvent[]): number {
    const change = this.changes.length + 1
    this.changes.push({ change, at: new Date(change * 1_000).toISOString(), events })
    return change
  }

  get registry(): RegistryFeed {
    const feed = {
      events: async ({ after = 0, limit = 1_000 }: { after?: number; limit?: number } = {}): Promise<EventPage[]> => {
        if (after < this.forgotten) throw new RegistryError('changes_expired', 'The feed is not kept for so long.')
        return this.changes.slice(after, after + limit)
      },
      stats: async () => ({ change: this.changes.length }),
    }
    return feed as unknown as RegistryFeed
  }
}

export function created(utpid: string): RegistryEvent {
  return { type: 'product.created', utpid }
}
