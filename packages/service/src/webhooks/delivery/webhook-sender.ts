import { rowKey, type StoredRow } from '@utpid/core/storage'
import { LRUCache } from 'lru-cache'
import type { DeliveryDue, Webhook } from '../../model/webhook.ts'
import type { WebhookAnswer, WebhookTransport } from '../destination/webhook-transport.ts'
import type { WebhookContext } from '../webhook-context.ts'
import { deliverOnce } from './deliver-once.ts'
import { dueTime, webhookPrefix } from './delivery-rows.ts'

/** How deliveries are sent. */
export interface WebhookSenderOptions {
  readonly transport: WebhookTransport
  /** Attempts that run at the same time. Default 32. */
  readonly concurrency?: number
  /** Of one webhook that works; one that fails has a single one. Default 4. */
  readonly concurrencyPerWebhook?: number
  /** Told of what stopped one attempt of a round, which is made again; and once of each webhook whose secret cannot be opened. */
  readonly onError?: (error: unknown) => void
  /** Told of each attempt; without a status there was no answer. */
  readonly onAttempt?: (answer: WebhookAnswer) => void
  /** Hears that an attempt ended, so that the next can begin at once. */
  readonly onFree?: () => void
}

const CONCURRENCY = 32
const PER_WEBHOOK = 4
/** Part of all attempts that receivers may take up which failed the last time. */
const FAILING_SHARE = 0.25
const WEBHOOKS_LOOKED_AT = 1_000
const UNSIGNED_MOST = 10_000

interface Waiting {
  readonly webhook: Webhook | undefined
  readonly due: readonly StoredRow<DeliveryDue>[]
}

/**
 * Sends deliveries when they are due. Webhooks have turns; those that fail come last and share a few attempts, so that
 * nobody waits for them.
 */
export class WebhookSender {
  readonly #context: WebhookContext
  readonly #options: Required<WebhookSenderOptions>
  readonly #running = new Map<string, { isFailing: boolean; attempts: number }>()
  readonly #attempts = new Set<Promise<void>>()
  /** Webhooks that were told to be unsigned: their deliveries say so each, the log once. */
  readonly #unsigned = new LRUCache<string, true>({ max: UNSIGNED_MOST })
  #lastServed = ''
  #isErrorTold = false

  constructor(context: WebhookContext, options: WebhookSenderOptions) {
    this.#context = context
    this.#options = {
      concurrency: CONCURRENCY,
      concurrencyPerWebhook: PER_WEBHOOK,
      onError: () => undefined,
      onFree: () => undefined,
      onAttempt: () => undefined,
      ...options,
    }
  }

  /** Begins as many attempts as may run, and does not wait for them. */
  async round(): Promise<boolean> {
    if (this.#attempts.size >= this.#options.concurrency) return false
    this.#isErrorTold = false
    const waiting = this.#ordered(await this.#waiting())
    // One of each webhook, then the second of each.
    for (let turn = 0; turn < this.#options.concurrencyPerWebhook; turn++) {
      for (const { webhook, due } of waiting) {
        if (this.#attempts.size >= this.#options.concurrency) return false
        const next = due[turn]
        if (next === undefined || !this.#isFree(next.row.webhookId, webhook)) continue
        this.#lastServed = next.row.webhookId
        this.#begin(next, webhook)
      }
    }
    return false
  }

  /** Resolves when no attempt runs. */
  async idle(): Promise<void> {
    while (this.#attempts.size > 0) await Promise.all(this.#attempts)
  }

  /** What is due by webhook, the longest due first. */
  async #waiting(): Promise<Waiting[]> {
    const { store, clock } = this.#context
    const now = clock()
    const found: StoredRow<DeliveryDue>[][] = []
    let after: string | undefined
    while (found.length < WEBHOOKS_LOOKED_AT) {
      const [first] = await store.range('deliveries_due', { limit: 1, ...(after === undefined ? {} : { after }) })
      if (first === undefined) break
      const { webhookId } = first.row
      if (dueTime(first.key) <= now) {
        const range = { prefix: webhookPrefix(webhookId), limit: this.#options.concurrencyPerWebhook }
        const rows = await store.range('deliveries_due', range)
        found.push(rows.filter(({ key }) => dueTime(key) <= now))
      }
      // No time begins so: the next one is another webhook's.
      after = `${webhookPrefix(webhookId)}~`
    }
    const keys = found.map(([first]) => (first === undefined ? '-' : rowKey(first.row.accountId, first.row.webhookId)))
    const webhooks = await store.read('webhooks', keys)
    return found.map((due, at) => ({ webhook: webhooks[at]?.row, due }))
  }

  /** Whose turn is next first, those that fail last. */
  #ordered(waiting: readonly Waiting[]): Waiting[] {
    const after = waiting.filter(({ due }) => (due[0]?.row.webhookId ?? '') > this.#lastServed)
    const inTurn = [...after, ...waiting.filter((one) => !after.includes(one))]
    return [
      ...inTurn.filter(({ webhook }) => !isFailing(webhook)),
      ...inTurn.filter(({ webhook }) => isFailing(webhook)),
    ]
  }

  #isFree(webhookId: string, webhook: Webhook | undefined): boolean {
    const { concurrency, concurrencyPerWebhook } = this.#options
    const own = this.#running.get(webhookId)?.attempts ?? 0
    if (!isFailing(webhook)) return own < concurrencyPerWebhook
    let failing = 0
    for (const running of this.#running.values()) if (running.isFailing) failing += running.attempts
    return own === 0 && failing < Math.max(1, Math.floor(concurrency * FAILING_SHARE))
  }

  #begin(due: StoredRow<DeliveryDue>, webhook: Webhook | undefined): void {
    const { webhookId } = due.row
    const running = this.#running.get(webhookId) ?? { isFailing: false, attempts: 0 }
    running.attempts++
    running.isFailing = isFailing(webhook)
    this.#running.set(webhookId, running)
    const { transport, onAttempt, onFree } = this.#options
    const onUnsigned = (id: string, error: unknown): void => this.#tellUnsigned(id, error)
    const attempt = deliverOnce(this.#context, { transport, onAttempt, onUnsigned }, due).then(
      () => true,
      (error: unknown) => this.#tellError(error),
    )
    const own = attempt.then((isDone) => {
      running.attempts--
      if (running.attempts === 0) this.#running.delete(webhookId)
      this.#attempts.delete(own)
      // What could not be written is due still: at once it would fail again.
      if (isDone) onFree()
    })
    this.#attempts.add(own)
  }

  /** A store that takes no writes stops all attempts of a round: one of them is told. */
  #tellError(error: unknown): false {
    if (!this.#isErrorTold) this.#options.onError(error)
    this.#isErrorTold = true
    return false
  }

  #tellUnsigned(webhookId: string, error: unknown): void {
    if (this.#unsigned.has(webhookId)) return
    this.#unsigned.set(webhookId, true)
    this.#options.onError(error)
  }
}

function isFailing(webhook: Webhook | undefined): boolean {
  return webhook?.failingSince !== undefined
}
