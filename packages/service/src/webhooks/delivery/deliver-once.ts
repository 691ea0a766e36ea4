import { RegistryError } from '@utpid/core'
import { defined, rowKey, type StoredRow } from '@utpid/core/storage'
import type { Delivery, DeliveryAttempt, DeliveryDue, Webhook, WebhookDisabledBy } from '../../model/webhook.ts'
import type { RowWrite } from '../../store/service-store.ts'
import type { WebhookRequest, WebhookResponse, WebhookTransport } from '../destination/webhook-transport.ts'
import { timeText, type WebhookContext } from '../webhook-context.ts'
import { signedHeaders } from '../webhook-secret.ts'
import { deliveryKey, dueKey, waitingWrites } from './delivery-rows.ts'
import { FAILURES_ONLY_MS, nextAttemptAt } from './retry-schedule.ts'

const MAX_STORED_ATTEMPTS = 20
const MAX_WRITE_ATTEMPTS = 20
const HTTP_GONE = 410

/** Milliseconds of a lease: longer than the maximum duration of an attempt. */
const LEASE_MS = 60_000

/** The transport and callbacks of a delivery. */
export interface DeliveryOptions {
  readonly transport: WebhookTransport
  /** Called for each attempt; `status` is absent if there was no response. */
  readonly onAttempt?: ((answer: WebhookResponse) => void) | undefined
  /** Called if a delivery could not be signed. This counts as a failed attempt. */
  readonly onUnsigned?: ((webhookId: string, error: unknown) => void) | undefined
}

interface Rows {
  readonly webhook: StoredRow<Webhook> | undefined
  readonly delivery: StoredRow<Delivery> | undefined
  readonly due: StoredRow<DeliveryDue> | undefined
}

/**
 * Attempts a delivery that is due, and stores the outcome. Before the attempt, the due time is postponed by the length
 * of a lease. If the process dies, the delivery is due again: an attempt may happen twice, but is never lost.
 */
export async function deliverOnce(
  context: WebhookContext,
  { transport, onAttempt, onUnsigned }: DeliveryOptions,
  due: StoredRow<DeliveryDue>,
): Promise<void> {
  const { clock, store } = context
  const { webhook, delivery } = await readRows(context, due.row, due.key)
  if (webhook?.row.status !== 'active' || delivery === undefined || !isCurrentDue(delivery.row, due.key)) {
    return await dropDue(context, due)
  }
  const startedAt = clock()
  const { row } = delivery
  const claimUntil = startedAt + LEASE_MS
  const lost = await store.write([
    { table: 'deliveries_due', key: due.key, row: undefined, expect: due.revision },
    ...waitingWrites(row, claimUntil, delivery.revision),
  ])
  // Another worker has taken the delivery.
  if (lost !== undefined) return
  const signed = signedRequest(context, webhook.row, row, startedAt)
  if ('error' in signed) onUnsigned?.(webhook.row.id, signed.error)
  const answer: WebhookResponse = 'error' in signed ? { error: 'unsigned' } : await transport(signed)
  onAttempt?.(answer)
  await writeWithRetry(context, due.row, dueKey(row, claimUntil), (rows) =>
    outcomeWrites(context, rows, answer, startedAt, claimUntil),
  )
}

/**
 * Returns the signed request, or the error if the request cannot be signed. Such a request counts as a failed attempt.
 */
function signedRequest(
  { secrets }: WebhookContext,
  webhook: Webhook,
  { id, body }: Delivery,
  now: number,
): WebhookRequest | { readonly error: unknown } {
  try {
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'utpid-webhooks/1',
      ...signedHeaders(secrets, webhook, id, now, body),
    }
    return { url: webhook.url, headers, body }
  } catch (error) {
    return { error }
  }
}

/**
 * Removes a queue entry and sends nothing: the webhook is deleted or disabled, or the delivery is already sent or
 * postponed.
 */
async function dropDue(context: WebhookContext, { row: due, key }: StoredRow<DeliveryDue>): Promise<void> {
  await writeWithRetry(context, due, key, ({ webhook, delivery, due: own }) => {
    if (delivery === undefined) return dueDeletion(own)
    if (webhook === undefined) {
      return [
        ...dueDeletion(own),
        { table: 'deliveries', key: delivery.key, row: undefined, expect: delivery.revision },
      ]
    }
    if (!isCurrentDue(delivery.row, key)) return dueDeletion(own)
    // The webhook was enabled after the read; the next round sends the delivery.
    if (webhook.row.status === 'active') return []
    return [...dueDeletion(own), deliveryWrite(delivery, { ...withoutTime(delivery.row), status: 'failed' })]
  })
}

function outcomeWrites(
  context: WebhookContext,
  { webhook, delivery, due }: Rows,
  answer: WebhookResponse,
  startedAt: number,
  claimUntil: number,
): RowWrite[] {
  if (delivery === undefined || webhook === undefined) return dueDeletion(due)
  const now = context.clock()
  const isDelivered = answer.status !== undefined && answer.status >= 200 && answer.status < 300
  const isOurs = isCurrentDue(delivery.row, dueKey(delivery.row, claimUntil))
  const attempts = [...delivery.row.attempts, attemptOf(answer, startedAt, now)].slice(-MAX_STORED_ATTEMPTS)
  const tries = delivery.row.tries + 1
  const tried: Delivery = { ...withoutTime(delivery.row), attempts, tries }
  if (isDelivered) {
    const { failingSince, ...proven } = webhook.row
    // If another process has postponed the delivery meanwhile, the new queue entry is removed when the entry is due.
    return [
      ...dueDeletion(due),
      deliveryWrite(delivery, { ...tried, status: 'delivered' }),
      ...(failingSince === undefined ? [] : [webhookWrite(webhook, proven)]),
    ]
  }
  const failing = failedWebhook(webhook.row, answer, now)
  const webhookWrites = failing === undefined ? [] : [webhookWrite(webhook, failing)]
  // The lease has expired and another worker has started an attempt, or a person has started a retry. Only the newer
  // attempt counts.
  if (!isOurs) return [...dueDeletion(due), ...webhookWrites]
  const random = (context.randomBytes(1)[0] as number) / 255
  const nextAt = nextAttemptAt(now, tries, random, answer.headers?.['retry-after'])
  if (nextAt === undefined || failing?.status === 'disabled') {
    return [...dueDeletion(due), deliveryWrite(delivery, { ...tried, status: 'failed' }), ...webhookWrites]
  }
  return [...dueDeletion(due), ...waitingWrites(tried, nextAt, delivery.revision), ...webhookWrites]
}

/** Whether this is the current queue entry of a delivery. */
function isCurrentDue(delivery: Delivery, key: string): boolean {
  const { status, nextAt } = delivery
  return status === 'waiting' && nextAt !== undefined && dueKey(delivery, Date.parse(nextAt)) === key
}

/** Returns the webhook after a failure; undefined if nothing changes. */
function failedWebhook(webhook: Webhook, { status }: WebhookResponse, now: number): Webhook | undefined {
  if (webhook.status !== 'active') return undefined
  const disabled = (disabledBy: WebhookDisabledBy): Webhook => ({ ...webhook, status: 'disabled', disabledBy })
  if (status === HTTP_GONE) return disabled('gone')
  if (webhook.failingSince === undefined) return { ...webhook, failingSince: timeText(now) }
  return now - Date.parse(webhook.failingSince) >= FAILURES_ONLY_MS ? disabled('failures') : undefined
}

function attemptOf({ status, headers, body, error }: WebhookResponse, startedAt: number, now: number): DeliveryAttempt {
  return {
    at: timeText(startedAt),
    milliseconds: now - startedAt,
    ...defined({ status, headers, response: body, error }),
  }
}

async function readRows({ store }: WebhookContext, due: DeliveryDue, key: string): Promise<Rows> {
  const { accountId, webhookId, deliveryId } = due
  const [[webhook], [delivery], [own]] = await Promise.all([
    store.read('webhooks', [rowKey(accountId, webhookId)]),
    store.read('deliveries', [deliveryKey({ webhookId, id: deliveryId })]),
    store.read('deliveries_due', [key]),
  ])
  return { webhook, delivery, due: own }
}

async function writeWithRetry(
  context: WebhookContext,
  due: DeliveryDue,
  key: string,
  writesOf: (rows: Rows) => RowWrite[],
): Promise<void> {
  for (let attempt = 0; attempt < MAX_WRITE_ATTEMPTS; attempt++) {
    const writes = writesOf(await readRows(context, due, key))
    if (writes.length === 0 || (await context.store.write(writes)) === undefined) return
  }
  throw new RegistryError('unavailable', `The outcome of delivery ${due.deliveryId} could not be written.`, {
    details: { reason: 'conflict' },
  })
}

function dueDeletion(due: StoredRow<DeliveryDue> | undefined): RowWrite[] {
  return due === undefined ? [] : [{ table: 'deliveries_due', key: due.key, row: undefined, expect: due.revision }]
}

function deliveryWrite({ key, revision }: StoredRow<Delivery>, row: Delivery): RowWrite {
  return { table: 'deliveries', key, row, expect: revision }
}

function webhookWrite({ key, revision }: StoredRow<Webhook>, row: Webhook): RowWrite {
  return { table: 'webhooks', key, row, expect: revision }
}

function withoutTime(delivery: Delivery): Delivery {
  const { nextAt: _, ...rest } = delivery
  return rest
}
