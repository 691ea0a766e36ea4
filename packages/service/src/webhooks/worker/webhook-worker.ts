import type { Sleep } from '@utpid/core/operations'
import { defined } from '@utpid/core/storage'
import type { ServiceTable } from '../../store/service-tables.ts'
import { WebhookSender, type WebhookSenderOptions } from '../delivery/webhook-sender.ts'
import type { WebhookContext } from '../webhook-context.ts'
import { PollLoop } from './poll-loop.ts'
import { WebhookFeed } from './webhook-feed.ts'

/** Options of a webhook worker. */
export interface WebhookWorkerOptions extends Omit<WebhookSenderOptions, 'onFree'> {
  /** A unique name among the workers of the store. */
  readonly worker: string
  readonly pollMs?: number
  readonly sleep?: Sleep
}

/**
 * The tables that wake each part. A webhook that was just enabled may be behind in the change feed and may have due
 * deliveries.
 */
const FEED_TABLES: ReadonlySet<ServiceTable> = new Set<ServiceTable>(['account_events', 'webhooks'])
const SENDER_TABLES: ReadonlySet<ServiceTable> = new Set<ServiceTable>(['deliveries_due'])

/** Creates and sends deliveries while the process runs. Each process of a store may have a worker. */
export class WebhookWorker {
  readonly #context: WebhookContext
  readonly #sender: WebhookSender
  readonly #feeding: PollLoop
  readonly #sending: PollLoop
  #unlisten: () => void = () => undefined

  constructor(context: WebhookContext, { worker, pollMs, sleep, ...options }: WebhookWorkerOptions) {
    const { onError = () => undefined } = options
    const loop = { onError, ...defined({ pollMs, sleep }) }
    const feed = new WebhookFeed(context, { worker, onError })
    this.#context = context
    this.#sender = new WebhookSender(context, { ...options, onFree: () => this.#sending.wake() })
    this.#feeding = new PollLoop(() => feed.round(), loop)
    this.#sending = new PollLoop(() => this.#sender.round(), loop)
  }

  start(): void {
    this.#unlisten = this.#context.store.onWrite((row) => {
      if (row === undefined || FEED_TABLES.has(row.table)) this.#feeding.wake()
      if (row === undefined || SENDER_TABLES.has(row.table)) this.#sending.wake()
    })
    this.#feeding.start()
    this.#sending.start()
  }

  /** Reads the change feed of the registry now, for callers that know of a change. */
  wake(): void {
    this.#feeding.wake()
  }

  /**
   * Stops starting attempts. Resolves when the running attempts have ended, at the latest after the timeout of an
   * attempt.
   */
  async stop(): Promise<void> {
    this.#unlisten()
    await Promise.all([this.#feeding.stop(), this.#sending.stop()])
    await this.#sender.idle()
  }
}
