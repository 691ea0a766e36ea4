import { RegistryError } from '@utpid/core'
import { defined, rowKey, type StoredRow } from '@utpid/core/storage'
import { ROW_CURSOR } from '../../input/cursor-forms.ts'
import type { Delivery, Webhook } from '../../model/webhook.ts'
import { rowIdsFrom } from '../../store/row-id.ts'
import type { RowWrite } from '../../store/service-store.ts'
import { auditWrite, type WebhookActor, type WebhookContext } from '../webhook-context.ts'
import { checkActive, webhookNotFound } from '../webhook-errors.ts'
import { dueKey, waitingWrites, webhookPrefix } from './delivery-rows.ts'

/** A query for deliveries. */
export interface DeliveriesQuery {
  readonly status?: Delivery['status']
  /** 1 to 100. Default: 20. */
  readonly limit?: number
  /** The cursor of the previous page. */
  readonly cursor?: string
}

/** A page of deliveries. */
export interface DeliveriesPage {
  /** Newest first. */
  readonly deliveries: readonly Delivery[]
  /** Cursor of the next page; absent on the last page. */
  readonly cursor?: string
}

const PAGE = 20
const MAX_PAGE = 100
/** Maximum rows of a webhook that one page scans for a status. The next page continues after them. */
const MAX_SCANNED = 2_000
const RECOVERY_PAGE = 500
const MAX_ATTEMPTS = 20

/** The deliveries of webhooks and their outcomes. */
export class Deliveries {
  readonly #context: WebhookContext

  constructor(context: WebhookContext) {
    this.#context = context
  }

  /** Lists deliveries, newest first. @throws `webhook_not_found`, `validation_failed`, `invalid_cursor` */
  async list(
    accountId: string,
    webhookId: string,
    { status, limit = PAGE, cursor }: DeliveriesQuery = {},
  ): Promise<DeliveriesPage> {
    if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE) {
      throw new RegistryError('validation_failed', `limit is ${limit}; give an integer of 1 to ${MAX_PAGE}.`)
    }
    if (cursor !== undefined && !ROW_CURSOR.test(cursor)) {
      throw new RegistryError('invalid_cursor', 'The cursor is not from this list; start without a cursor.')
    }
    await this.#webhook(accountId, webhookId)
    const found: Delivery[] = []
    let before = cursor === undefined ? undefined : rowKey(webhookId, cursor)
    let scanned = 0
    while (scanned < MAX_SCANNED) {
      const rows = await this.#context.store.range('deliveries', {
        ...{ prefix: webhookPrefix(webhookId), limit: MAX_PAGE, descending: true },
        ...defined({ before }),
      })
      for (const { key, row } of rows) {
        scanned++
        before = key
        if (status === undefined || row.status === status) found.push(row)
        if (found.length === limit) return { deliveries: found, cursor: row.id }
      }
      if (rows.length < MAX_PAGE) return { deliveries: found }
    }
    return { deliveries: found, cursor: (before as string).slice(webhookPrefix(webhookId).length) }
  }

  /**
   * Retries a delivery now, even a successful delivery. If the retry fails, the retry schedule of the delivery starts
   * again.
   *
   * @throws `webhook_not_found`; `not_found` if the delivery does not exist; `validation_failed` if the webhook is
   * disabled.
   */
  async retry(accountId: string, webhookId: string, deliveryId: string, actor: WebhookActor): Promise<Delivery> {
    const { store, clock } = this.#context
    const webhook = await this.#webhook(accountId, webhookId)
    checkActive(webhook)
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const [stored] = await store.read('deliveries', [rowKey(webhookId, deliveryId)])
      if (stored === undefined) throw new RegistryError('not_found', 'There is no such delivery.')
      const now = clock()
      const writes = [
        ...this.#retryWrites(stored, now),
        auditWrite(this.#context, webhook, 'webhook.delivery_retried', actor, { deliveryId }),
      ]
      if ((await store.write(writes)) === undefined) {
        const [written] = await store.read('deliveries', [stored.key])
        return written?.row ?? stored.row
      }
    }
    throw new RegistryError('unavailable', 'An attempt for the delivery is running; try again in a moment.', {
      details: { reason: 'conflict' },
    })
  }

  /**
   * Retries all failed deliveries created since a time.
   *
   * @param since - ISO 8601.
   * @returns the number of retried deliveries.
   * @throws `webhook_not_found`; `validation_failed` for an invalid time or a disabled webhook.
   */
  async recover(
    accountId: string,
    webhookId: string,
    { since }: { readonly since: string },
    actor: WebhookActor,
  ): Promise<number> {
    const { store, clock } = this.#context
    const from = Date.parse(since)
    if (Number.isNaN(from)) {
      throw new RegistryError('validation_failed', 'since is not an ISO 8601 time, such as 2026-11-22T08:00:00Z.')
    }
    const webhook = await this.#webhook(accountId, webhookId)
    checkActive(webhook)
    await store.write([auditWrite(this.#context, webhook, 'webhook.recovered', actor, { since })])
    let after = rowKey(webhookId, rowIdsFrom(from))
    let recovered = 0
    for (;;) {
      const rows = await store.range('deliveries', {
        prefix: webhookPrefix(webhookId),
        after,
        limit: RECOVERY_PAGE,
      })
      const failed = rows.filter(({ row }) => row.status === 'failed')
      const writes = failed.flatMap((stored) => this.#retryWrites(stored, clock()))
      // A delivery has changed meanwhile; repeat the page.
      if (writes.length > 0 && (await store.write(writes)) !== undefined) continue
      recovered += failed.length
      const last = rows.at(-1)
      if (last === undefined || rows.length < RECOVERY_PAGE) return recovered
      after = last.key
    }
  }

  #retryWrites({ row, revision }: StoredRow<Delivery>, now: number): RowWrite[] {
    const writes = waitingWrites({ ...row, tries: 0 }, now, revision)
    if (row.status !== 'waiting' || row.nextAt === undefined) return writes
    // Delete the previous queue entry. An attempt may have just started; two attempts do no harm.
    const before = dueKey(row, Date.parse(row.nextAt))
    const isSameDue = writes.some(({ table, key }) => table === 'deliveries_due' && key === before)
    return isSameDue ? writes : [...writes, { table: 'deliveries_due', key: before, row: undefined }]
  }

  async #webhook(accountId: string, webhookId: string): Promise<Webhook> {
    const [stored] = await this.#context.store.read('webhooks', [rowKey(accountId, webhookId)])
    if (stored === undefined) throw webhookNotFound()
    return stored.row
  }
}
