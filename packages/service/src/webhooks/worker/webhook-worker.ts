import type { Sleep } from '@utpid/core'
import type { ServiceTable } from '../../store/service-tables.ts'
import { WebhookSender, type WebhookSenderOptions } from '../delivery/webhook-sender.ts'
import type { WebhookContext } from '../webhook-context.ts'
import { PollLoop } from './poll-loop.ts'
import { WebhookFeed } from './webhook-feed.ts'

/** What tells webhooks, and how. */
export interface WebhookWorkerOptions extends Omit<WebhookSenderOptions, 'onFree'> {
  /** A name that no other worker of the store has. */
  readonly worker: string
  readonly pollMs?: number
  readonly sleep?: Sleep
}

/** What wakes which part. A webhook that was enabled may be behind, and may have deliveries that are due. */
const FEED_TABLES: ReadonlySet<ServiceTable> = new Set<ServiceTable>(['account_events', 'webhooks'])
const SENDER_TABLES: ReadonlySet<ServiceTable> = new Set<ServiceTable>(['deliveries_due'])

/** Tells and sends, as long as a process lives. As many processes of one store as there are may each have one. */
export class WebhookWorker {
  readonly #context: WebhookContext
  readonly #sender: WebhookSender
  readonly #feeding: PollLoop
  readonly #sending: PollLoop
  #unlisten: () => void = () => undefined

  constructor(context: WebhookContext, { worker, pollMs, sleep, ...options }: WebhookWorkerOptions) {
    const { onError = () => undefined } = options
    const loop = { onError, ...(pollMs === undefined ? {} : { pollMs }), ...(sleep === undefined ? {} : { sleep }) }
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

  /** Looks at the feed of the registry now: for whoever knows that it has just changed. */
  wake(): void {
    this.#feeding.wake()
  }

  /** Begins nothing more, and ends when what is on its way has arrived or not: at the latest after the time of an attempt. */
  async stop(): Promise<void> {
    this.#unlisten()
    await Promise.all([this.#feeding.stop(), this.#sending.stop()])
    await this.#sender.idle()
  }
}
