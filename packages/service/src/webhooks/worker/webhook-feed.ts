import { RegistryError } from '@utpid/core'
import type { EventPage } from '@utpid/core/operations'
import { defined, rowKey, type StoredRow } from '@utpid/core/storage'
import type { AccountEvent, Webhook, WebhookCursor } from '../../model/webhook.ts'
import type { RowWrite } from '../../store/service-store.ts'
import { newDeliveries, type OutgoingEvent, webhookPrefix } from '../delivery/delivery-rows.ts'
import { coversRegistry, isSubscribed } from '../events/webhook-event.ts'
import { timeText, type WebhookContext } from '../webhook-context.ts'
import { webhooksOf } from '../webhook-limit.ts'
import { type FeedSlice, feedSlice } from './feed-slice.ts'

/** Options for turning registry events into deliveries. */
export interface WebhookFeedOptions {
  /** A unique name among the workers of the store. */
  readonly worker: string
  /** Number of deliveries in one write. Default: 500. */
  readonly deliveriesAtOnce?: number
  /**
   * Receives the error of one webhook or event. Other webhooks and events continue. The next round retries the failed
   * one.
   */
  readonly onError?: (error: unknown) => void
}

const LEASE_MS = 15_000
const CHANGES_READ = 100
const DELIVERIES_AT_ONCE = 500
const ACCOUNT_EVENTS_AT_ONCE = 200
/**
 * Maximum waiting deliveries of one webhook. Above this number the webhook gets no more registry events. The change
 * feed retains these events.
 */
const MAX_BACKLOG = 2_000
const RECOUNT_MS = 10_000
const WEBHOOKS_AT_ONCE = 1_000
const MAX_CACHED_PAGES = 4
const MAX_ATTEMPTS = 10

/**
 * Turns committed events into deliveries. The write that stores deliveries also stores the position in the change feed,
 * and requires that the old position is unchanged. Each event therefore becomes exactly one delivery of each subscribed
 * webhook, despite crashes and concurrent workers.
 */
export class WebhookFeed {
  readonly #context: WebhookContext
  readonly #worker: string
  readonly #deliveriesAtOnce: number
  readonly #onError: (error: unknown) => void
  readonly #pages = new Map<number, EventPage[]>()
  readonly #fullUntil = new Map<string, number>()

  constructor(
    context: WebhookContext,
    { worker, deliveriesAtOnce = DELIVERIES_AT_ONCE, onError = () => undefined }: WebhookFeedOptions,
  ) {
    this.#context = context
    this.#worker = worker
    this.#deliveriesAtOnce = deliveriesAtOnce
    this.#onError = onError
  }

  /**
   * Processes all waiting events once.
   *
   * @returns whether more events wait.
   */
  async round(): Promise<boolean> {
    this.#pages.clear()
    let hasMore = await this.#accountEvents()
    let after: string | undefined
    for (;;) {
      const webhooks = await this.#context.store.range('webhooks', {
        limit: WEBHOOKS_AT_ONCE,
        ...defined({ after }),
      })
      for (const webhook of await this.#activeWebhooks(webhooks)) {
        const hasMoreEvents = await this.#advance(webhook).catch((error: unknown) => this.#reportError(error))
        hasMore = hasMoreEvents || hasMore
      }
      after = webhooks.at(-1)?.key
      if (webhooks.length < WEBHOOKS_AT_ONCE) return hasMore
    }
  }

  /** Returns the active webhooks of active accounts. Disabled webhooks keep their position. */
  async #activeWebhooks(rows: readonly StoredRow<Webhook>[]): Promise<Webhook[]> {
    const active = rows.filter(({ row }) => row.status === 'active').map(({ row }) => row)
    const ids = [...new Set(active.map(({ accountId }) => accountId))]
    const accounts = await this.#context.store.read(
      'accounts',
      ids.map((id) => rowKey(id)),
    )
    const activeAccounts = new Set(ids.filter((_, at) => accounts[at]?.row.status === 'active'))
    return active.filter(({ accountId }) => activeAccounts.has(accountId))
  }

  /** Creates the next deliveries of a webhook. @returns whether the change feed has more events for the webhook. */
  async #advance(webhook: Webhook): Promise<boolean> {
    const { store, clock } = this.#context
    const [stored] = await store.read('webhook_cursors', [rowKey(webhook.id)])
    // The webhook was deleted meanwhile, or another worker reads its events.
    if (stored === undefined || this.#isLeasedByOther(stored.row)) return false
    const pages = await this.#pagesAfter(stored.row.change)
    if (pages?.length === 0) return false
    const slice =
      pages === undefined
        ? await this.#expiredSlice(webhook, stored.row)
        : feedSlice(pages, stored.row, webhook.events, this.#deliveriesAtOnce)
    if (slice.events.length > 0 && (await this.#isFull(webhook))) return false
    const made = newDeliveries(this.#context, webhook, stored.row, slice.events)
    const lease = { worker: this.#worker, until: timeText(clock() + LEASE_MS) }
    const cursor: WebhookCursor = { ...made.cursor, change: slice.change, events: slice.nextEvents, lease }
    const lost = await store.write([
      { table: 'webhook_cursors', key: stored.key, row: cursor, expect: stored.revision },
      ...made.writes,
    ])
    const isAllRead = pages !== undefined && pages.length < CHANGES_READ && slice.change === pages.at(-1)?.change
    return lost === undefined && !isAllRead
  }

  /**
   * Handles a cursor whose position is no longer in the change feed: notifies subscribers of registry events, and
   * continues at the head.
   */
  async #expiredSlice({ events }: Webhook, { change }: WebhookCursor): Promise<FeedSlice> {
    const { registry, clock } = this.#context
    const head = (await registry.stats()).change
    const expiredEvent: OutgoingEvent = {
      type: 'registry.changes.expired',
      at: timeText(clock()),
      data: { after: change, head },
    }
    return { events: coversRegistry(events) ? [expiredEvent] : [], change: head, nextEvents: 0 }
  }

  /**
   * Reads the pages after a change; undefined if they are no longer stored. The pages are cached, since most webhooks
   * are at the same change.
   */
  async #pagesAfter(change: number): Promise<EventPage[] | undefined> {
    const held = this.#pages.get(change)
    if (held !== undefined) return held
    try {
      const pages = await this.#context.registry.events({ after: change, limit: CHANGES_READ })
      const [oldest] = this.#pages.keys()
      if (this.#pages.size >= MAX_CACHED_PAGES && oldest !== undefined) this.#pages.delete(oldest)
      this.#pages.set(change, pages)
      return pages
    } catch (error) {
      if (error instanceof RegistryError && error.code === 'changes_expired') return undefined
      throw error
    }
  }

  /** Whether a webhook has too many waiting deliveries. A positive result is cached for a while. */
  async #isFull({ id }: Webhook): Promise<boolean> {
    const { store, clock } = this.#context
    if ((this.#fullUntil.get(id) ?? 0) > clock()) return true
    this.#fullUntil.delete(id)
    const waiting = await store.range('deliveries_due', { prefix: webhookPrefix(id), limit: MAX_BACKLOG })
    if (waiting.length < MAX_BACKLOG) return false
    this.#fullUntil.set(id, clock() + RECOUNT_MS)
    return true
  }

  #isLeasedByOther({ lease }: WebhookCursor): boolean {
    return lease !== undefined && lease.worker !== this.#worker && Date.parse(lease.until) > this.#context.clock()
  }

  /** Turns account events into deliveries. @returns whether more account events wait. */
  async #accountEvents(): Promise<boolean> {
    const rows = await this.#context.store.range('account_events', { limit: ACCOUNT_EVENTS_AT_ONCE })
    let expiredEvent = 0
    for (const event of rows) {
      if (await this.#deliverAccountEvent(event).catch((error: unknown) => this.#reportError(error))) expiredEvent++
    }
    return expiredEvent > 0 && rows.length === ACCOUNT_EVENTS_AT_ONCE
  }

  /** Replaces an event of an account by a delivery for each subscribed webhook, in one transaction. */
  async #deliverAccountEvent(event: StoredRow<AccountEvent>): Promise<boolean> {
    const { store } = this.#context
    const { accountId } = event.row
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const webhooks = (await webhooksOf(store, accountId)).map(({ row }) => row)
      const subscribed = webhooks.filter(({ events }) => isSubscribed(events, event.row.type))
      const cursors = await store.read(
        'webhook_cursors',
        subscribed.map(({ id }) => rowKey(id)),
      )
      const writes = subscribed.flatMap((webhook, at) => {
        const cursor = cursors[at]
        return cursor === undefined ? [] : this.#deliveryWrites(webhook, cursor, event.row)
      })
      const deletion: RowWrite = { table: 'account_events', key: event.key, row: undefined, expect: event.revision }
      const lost = await store.write([deletion, ...writes])
      if (lost === undefined || lost.table === 'account_events') return true
    }
    // All attempts conflicted; the next round retries.
    return false
  }

  #deliveryWrites(
    webhook: Webhook,
    cursor: StoredRow<WebhookCursor>,
    { type, createdAt, data }: AccountEvent,
  ): RowWrite[] {
    const made = newDeliveries(this.#context, webhook, cursor.row, [
      { type: type as OutgoingEvent['type'], at: createdAt, data },
    ])
    return [{ table: 'webhook_cursors', key: cursor.key, row: made.cursor, expect: cursor.revision }, ...made.writes]
  }

  #reportError(error: unknown): boolean {
    this.#onError(error)
    return false
  }
}
