import { rowKey } from '@utpid/core/storage'
import type { Account } from '../../../src/model/account.ts'
import type { Delivery } from '../../../src/model/webhook.ts'
import { secretBox } from '../../../src/secrets/seal.ts'
import { MemoryServiceStore } from '../../../src/store/memory-service-store.ts'
import { newRowId } from '../../../src/store/row-id.ts'
import type { ServiceStore } from '../../../src/store/service-store.ts'
import { Deliveries } from '../../../src/webhooks/delivery/deliveries.ts'
import { WebhookSender, type WebhookSenderOptions } from '../../../src/webhooks/delivery/webhook-sender.ts'
import { DestinationGuard } from '../../../src/webhooks/destination/destination-guard.ts'
import type { WebhookRequest, WebhookResponse } from '../../../src/webhooks/destination/webhook-transport.ts'
import { accountEventWrite, type NewAccountEvent } from '../../../src/webhooks/events/account-event.ts'
import type { EventBody } from '../../../src/webhooks/events/event-body.ts'
import { Webhooks } from '../../../src/webhooks/subscriptions/webhooks.ts'
import type { WebhookContext } from '../../../src/webhooks/webhook-context.ts'
import { WebhookFeed } from '../../../src/webhooks/worker/webhook-feed.ts'
import { FakeFeed } from './fake-feed.ts'

export const HOUR = 3_600_000
export const ACTOR = { keyId: 'key-1' }

/** A service whose receivers are functions, with a manual clock and deterministic randomness. */
export class World {
  readonly time: { now: number } = { now: Date.parse('2026-11-22T08:00:00Z') }
  readonly feed: FakeFeed = new FakeFeed()
  readonly store: ServiceStore
  readonly context: WebhookContext
  readonly webhooks: Webhooks
  readonly deliveries: Deliveries
  /** Requests that arrived at receivers, with their URL. */
  readonly arrived: { url: string; body: EventBody; request: WebhookRequest }[] = []
  /** Responses of receivers by URL. Default: 200. */
  readonly answers: Map<string, (request: WebhookRequest) => WebhookResponse | Promise<WebhookResponse>> = new Map()
  readonly errors: unknown[] = []
  #bytes = 1

  constructor(store: ServiceStore = new MemoryServiceStore()) {
    this.store = store
    this.context = this.contextOver(store)
    const guard = new DestinationGuard({ resolve: async () => ['93.184.215.14'] })
    this.webhooks = new Webhooks(this.context, guard)
    this.deliveries = new Deliveries(this.context)
  }

  contextOver(store: ServiceStore): WebhookContext {
    return {
      store,
      registry: this.feed.registry,
      secrets: secretBox([new Uint8Array(32).fill(7)]),
      clock: () => this.time.now,
      randomBytes: (size) => Uint8Array.from({ length: size }, () => this.#nextByte()),
    }
  }

  async addAccount(id = 'acme', plan = 'enterprise', webhooks?: number): Promise<void> {
    const account: Account = {
      ...{ id, name: id, plan, status: 'active', apiVersion: 1, createdAt: '2026-01-01T00:00:00.000Z' },
    }
    await this.store.write([
      { table: 'accounts', key: rowKey(id), row: account },
      {
        table: 'plans',
        key: rowKey(plan),
        row: { id: plan, name: plan, batchSize: 1, keyLimits: true, ...(webhooks === undefined ? {} : { webhooks }) },
      },
    ])
  }

  /** Creates a webhook of the account `acme` whose URL has a unique path. */
  async addWebhook(
    path: string,
    events: readonly string[] = ['registry.product.*'],
  ): Promise<{ id: string; secret: string }> {
    const { webhook, secret } = await this.webhooks.create('acme', { url: urlOf(path), events }, ACTOR)
    return { id: webhook.id, secret }
  }

  async tellAccount(event: Partial<NewAccountEvent> = {}): Promise<void> {
    const id = newRowId(this.context.clock, this.context.randomBytes)
    const whole = {
      accountId: 'acme',
      type: 'batch.job.completed',
      createdAt: this.nowText(),
      data: { jobId: 'job-1' },
    } as const
    await this.store.write([accountEventWrite(id, { ...whole, ...event })])
  }

  feedWorker(worker = 'one', store: ServiceStore = this.store, deliveriesAtOnce = 500): WebhookFeed {
    return new WebhookFeed(this.contextOver(store), {
      worker,
      deliveriesAtOnce,
      onError: (error) => void this.errors.push(error),
    })
  }

  sender(options: Partial<WebhookSenderOptions> = {}, store: ServiceStore = this.store): WebhookSender {
    return new WebhookSender(this.contextOver(store), {
      transport: this.receive,
      onError: (error) => void this.errors.push(error),
      ...options,
    })
  }

  /** Creates and sends deliveries until no delivery is due. */
  async settle(feed: WebhookFeed = this.feedWorker(), sender: WebhookSender = this.sender()): Promise<void> {
    while (await feed.round());
    for (let before = -1; before !== this.arrived.length; ) {
      before = this.arrived.length
      await sender.round()
      await sender.idle()
    }
  }

  readonly receive = async (request: WebhookRequest): Promise<WebhookResponse> => {
    this.arrived.push({ url: request.url, body: JSON.parse(request.body) as EventBody, request })
    return await (this.answers.get(request.url)?.(request) ?? { status: 200, headers: {}, body: '' })
  }

  arrivedAt(path: string): EventBody[] {
    return this.arrived.filter(({ url }) => url === urlOf(path)).map(({ body }) => body)
  }

  answer(path: string, answer: WebhookResponse): void {
    this.answers.set(urlOf(path), () => answer)
  }

  async allDeliveries(): Promise<Delivery[]> {
    return (await this.store.range('deliveries', { limit: 10_000 })).map(({ row }) => row)
  }

  nowText(): string {
    return new Date(this.time.now).toISOString()
  }

  #nextByte(): number {
    this.#bytes = (Math.imul(this.#bytes, 1_103_515_245) + 12_345) >>> 0
    return this.#bytes >>> 24
  }
}

export function urlOf(path: string): string {
  return `https://receiver.example/${path}`
}
