import { rowKey, type StoredRow } from '@utpid/core/storage'
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
  /** Maximum concurrent attempts of one working webhook; a failing one has a single attempt. Default: 4. */
  readonly concurrencyPerWebhook?: number
  /**
   * Receives the first error that prevents an attempt in a round, which is retried. Also called once for each webhook
   * with an undecryptable secret.
   */
  readonly onError?: (error: unknown) => void
  /** Called for each attempt; `status` is absent without a response. */
  readonly onAttempt?: (answer: WebhookResponse) => void
  /** Called when an attempt ends, so that the next one can start at once. */
  readonly onFree?: () => void
}

const CONCURRENCY = 32
const PER_WEBHOOK = 4
/** Maximum share of all attempts for receivers that failed the last time. */
const FAILING_SHARE = 0.25
const MAX_WEBHOOKS_PER_ROUND = 1_000
const MAX_UNSIGNED = 10_000

interface Waiting {
  readonly webhook: Webhook | undefined
  readonly due: readonly StoredRow<DeliveryDue>[]
}

/**
 * Sends deliveries when they are due. Webhooks take turns. Failing ones come last and share a few attempts, so that
 * they do not delay others.
 */
export class WebhookSender {
  readonly #context: WebhookContext
  readonly #options: Required<WebhookSenderOptions>
  readonly #running = new Map<string, { isFailing: boolean; attempts: number }>()
  readonly #attempts = new Set<Promise<void>>()
  /** Webhooks already reported as unsigned. Each delivery records the error; the log has it once. */
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
    // One delivery of each webhook, then the second of each.
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

  /** Due deliveries by webhook, the longest due first. */
  async #waiting(): Promise<Waiting[]> {
    const { store, clock } = this.#context
    const now = clock()
    const found: StoredRow<DeliveryDue>[][] = []
    let after: string | undefined
    while (found.length < MAX_WEBHOOKS_PER_ROUND) {
      const [first] = await store.range('deliveries_due', { limit: 1, ...(after === undefined ? {} : { after }) })
      if (first === undefined) break
      const { webhookId } = first.row
      if (dueTime(first.key) <= now) {
        const range = { prefix: webhookPrefix(webhookId), limit: this.#options.concurrencyPerWebhook }
        const rows = await store.range('deliveries_due', range)
        found.push(rows.filter(({ key }) => dueTime(key) <= now))
      }
      // No time starts with this character, so the next row is of another webhook.
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
      // A delivery whose outcome could not be written is still due. Retried at once, it would fail again.
      if (isDone) onFree()
    })
    this.#attempts.add(own)
  }

  /** A store that rejects writes stops all attempts of a round, so only the first error is reported. */
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
