import { defined, rowKey, type StoredRow } from '@utpid/core/storage'
import { LRUCache } from 'lru-cache'
import type { DeliveryDue, Webhook } from '../../model/webhook.ts'
import type { WebhookResponse, WebhookTransport } from '../destination/webhook-transport.ts'
import type { WebhookContext } from '../webhook-context.ts'
import { deliverOnce } from './deliver-once.ts'
import { dueTime, webhookPrefix } from './delivery-rows.ts'

/** Options of the sender. */
export interface WebhookSenderOptions {
  readonly transport: WebhookTransport
  /** Maximum concurrent attempts. Default: 32. */
  readonly concurrency?: number
  /** Maximum concurrent attempts of one working webhook; a failing webhook has one attempt at a time. Default: 4. */
  readonly concurrencyPerWebhook?: number
  /**
   * Receives the first error of a round that prevents an attempt. The next round retries the attempt. Also called once
   * for each webhook whose secret cannot be decrypted.
   */
  readonly onError?: (error: unknown) => void
  /** Called for each attempt; `status` is absent if there was no response. */
  readonly onAttempt?: (answer: WebhookResponse) => void
  /** Called when an attempt ends, so that the next attempt can start at once. */
  readonly onFree?: () => void
}

const CONCURRENCY = 32
const PER_WEBHOOK = 4
/** Maximum share of concurrent attempts for receivers whose last attempt failed. */
const FAILING_SHARE = 0.25
const MAX_WEBHOOKS_PER_ROUND = 1_000
const MAX_UNSIGNED = 10_000

interface Waiting {
  readonly webhook: Webhook | undefined
  readonly due: readonly StoredRow<DeliveryDue>[]
}

/**
 * Sends deliveries when they are due. Webhooks take turns. Failing webhooks come last and share a few attempts, so that
 * they do not delay other webhooks.
 */
export class WebhookSender {
  readonly #context: WebhookContext
  readonly #options: Required<WebhookSenderOptions>
  readonly #running = new Map<string, { isFailing: boolean; attempts: number }>()
  readonly #attempts = new Set<Promise<void>>()
  /**
   * Webhooks already reported as unsigned. Each delivery records the error, but the log reports it once for each
   * webhook.
   */
  readonly #unsigned = new LRUCache<string, true>({ max: MAX_UNSIGNED })
  #lastWebhook = ''
  #isErrorReported = false

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

  /** Starts as many attempts as are allowed, without waiting for them. */
  async round(): Promise<boolean> {
    if (this.#attempts.size >= this.#options.concurrency) return false
    this.#isErrorReported = false
    const waiting = this.#ordered(await this.#waiting())
    // Start one delivery of each webhook, then a second delivery of each webhook, and so on.
    for (let turn = 0; turn < this.#options.concurrencyPerWebhook; turn++) {
      for (const { webhook, due } of waiting) {
        if (this.#attempts.size >= this.#options.concurrency) return false
        const next = due[turn]
        if (next === undefined || !this.#mayStart(next.row.webhookId, webhook)) continue
        this.#lastWebhook = next.row.webhookId
        this.#start(next, webhook)
      }
    }
    return false
  }

  /** Resolves when no attempt runs. */
  async idle(): Promise<void> {
    while (this.#attempts.size > 0) await Promise.all(this.#attempts)
  }

  /** Due deliveries by webhook, earliest due time first. */
  async #waiting(): Promise<Waiting[]> {
    const { store, clock } = this.#context
    const now = clock()
    const found: StoredRow<DeliveryDue>[][] = []
    let after: string | undefined
    while (found.length < MAX_WEBHOOKS_PER_ROUND) {
      const [first] = await store.range('deliveries_due', { limit: 1, ...defined({ after }) })
      if (first === undefined) break
      const { webhookId } = first.row
      if (dueTime(first.key) <= now) {
        const range = { prefix: webhookPrefix(webhookId), limit: this.#options.concurrencyPerWebhook }
        const rows = await store.range('deliveries_due', range)
        found.push(rows.filter(({ key }) => dueTime(key) <= now))
      }
      // No time starts with this character, so the next row belongs to another webhook.
      after = `${webhookPrefix(webhookId)}~`
    }
    const keys = found.map(([first]) => (first === undefined ? '-' : rowKey(first.row.accountId, first.row.webhookId)))
    const webhooks = await store.read('webhooks', keys)
    return found.map((due, at) => ({ webhook: webhooks[at]?.row, due }))
  }

  /** Orders webhooks by turn, failing ones last. */
  #ordered(waiting: readonly Waiting[]): Waiting[] {
    const after = waiting.filter(({ due }) => (due[0]?.row.webhookId ?? '') > this.#lastWebhook)
    const inTurn = [...after, ...waiting.filter((one) => !after.includes(one))]
    return [
      ...inTurn.filter(({ webhook }) => !isFailing(webhook)),
      ...inTurn.filter(({ webhook }) => isFailing(webhook)),
    ]
  }

  #mayStart(webhookId: string, webhook: Webhook | undefined): boolean {
    const { concurrency, concurrencyPerWebhook } = this.#options
    const own = this.#running.get(webhookId)?.attempts ?? 0
    if (!isFailing(webhook)) return own < concurrencyPerWebhook
    let failing = 0
    for (const running of this.#running.values()) if (running.isFailing) failing += running.attempts
    return own === 0 && failing < Math.max(1, Math.floor(concurrency * FAILING_SHARE))
  }

  #start(due: StoredRow<DeliveryDue>, webhook: Webhook | undefined): void {
    const { webhookId } = due.row
    const running = this.#running.get(webhookId) ?? { isFailing: false, attempts: 0 }
    running.attempts++
    running.isFailing = isFailing(webhook)
    this.#running.set(webhookId, running)
    const { transport, onAttempt, onFree } = this.#options
    const onUnsigned = (id: string, error: unknown): void => this.#reportUnsigned(id, error)
    const attempt = deliverOnce(this.#context, { transport, onAttempt, onUnsigned }, due).then(
      () => true,
      (error: unknown) => this.#reportError(error),
    )
    const own = attempt.then((isDone) => {
      running.attempts--
      if (running.attempts === 0) this.#running.delete(webhookId)
      this.#attempts.delete(own)
      // If the outcome could not be written, the delivery is still due. Do not retry it at once: the write would fail
      // again.
      if (isDone) onFree()
    })
    this.#attempts.add(own)
  }

  /** Reports only the first error of a round: if the store rejects writes, all attempts of the round fail. */
  #reportError(error: unknown): false {
    if (!this.#isErrorReported) this.#options.onError(error)
    this.#isErrorReported = true
    return false
  }

  #reportUnsigned(webhookId: string, error: unknown): void {
    if (this.#unsigned.has(webhookId)) return
    this.#unsigned.set(webhookId, true)
    this.#options.onError(error)
  }
}

function isFailing(webhook: Webhook | undefined): boolean {
  return webhook?.failingSince !== undefined
}
