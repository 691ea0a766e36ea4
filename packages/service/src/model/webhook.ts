/** A destination for events of an account. Key: account and id. */
export interface Webhook {
  readonly id: string
  readonly accountId: string
  readonly url: string
  /** The event types to which the webhook subscribes, or `registry.product.*`. */
  readonly events: readonly string[]
  readonly description?: string
  readonly status: 'active' | 'disabled'
  readonly disabledBy?: WebhookDisabledBy
  /** Secrets encrypted with the service's key, newest first; two during a rotation. */
  readonly secrets: readonly WebhookSecret[]
  readonly createdAt: string
  /** Time of the first failure since the last success. */
  readonly failingSince?: string
}

/**
 * The reason why a webhook is disabled. `failures`: all attempts failed for days. `gone`: the receiver responded with
 * 410.
 */
export type WebhookDisabledBy = 'owner' | 'plan' | 'failures' | 'gone'

/** An encrypted secret of a webhook. */
export interface WebhookSecret {
  readonly sealed: string
  readonly until?: string
}

/** The position in the change feed up to which a webhook has deliveries. Key: id of the webhook. */
export interface WebhookCursor {
  /** The last change of the registry that is completely processed. */
  readonly change: number
  /** The number of processed events of the change after `change`. A change may have thousands of events. */
  readonly events: number
  /** The sequence number of the last delivery. */
  readonly sequence: number
  /** The worker that reads the change feed for this webhook, and the expiry of its lease. */
  readonly lease?: { readonly worker: string; readonly until: string }
}

/** One event for one webhook. Key: webhook and id, a UUID version 7. */
export interface Delivery {
  /** The id of the event as sent to the receiver. It is the same at every attempt. */
  readonly id: string
  readonly webhookId: string
  readonly accountId: string
  readonly type: string
  /** The request body, less than 20 KB. */
  readonly body: string
  /** Status of the delivery. Only a `waiting` delivery has a row in the queue. */
  readonly status: 'waiting' | 'delivered' | 'failed'
  readonly createdAt: string
  /** The last attempts, oldest first. */
  readonly attempts: readonly DeliveryAttempt[]
  /** Attempts since the delivery was created, retried by hand or recovered: the position in the retry schedule. */
  readonly tries: number
  /** Time of the next attempt; absent if there is none. */
  readonly nextAt?: string
}

/** One attempt to deliver an event, and its outcome. */
export interface DeliveryAttempt {
  readonly at: string
  readonly milliseconds: number
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** The first 2 KB of the response. */
  readonly response?: string
  /** The reason why there was no response, or why the response reports a failure. */
  readonly error?: string
}

/**
 * Queue entry of a delivery. The key starts with the webhook, so that a long queue of one webhook does not hide other
 * webhooks. Key: webhook, time and delivery.
 */
export interface DeliveryDue {
  readonly accountId: string
  readonly webhookId: string
  readonly deliveryId: string
}

/**
 * An event of an account or a job. The row exists until each subscribed webhook has a delivery of the event. Key: a
 * UUID version 7.
 */
export interface AccountEvent {
  readonly accountId: string
  readonly type: string
  readonly createdAt: string
  readonly data: Readonly<Record<string, unknown>>
}
