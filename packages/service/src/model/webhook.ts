/** Where events of an account are sent to. Under account and id. */
export interface Webhook {
  readonly id: string
  readonly accountId: string
  readonly url: string
  /** Names of events, or `registry.product.*`. */
  readonly events: readonly string[]
  readonly description?: string
  readonly status: 'active' | 'disabled'
  readonly disabledBy?: WebhookDisabledBy
  /** Encrypted by the key of the service; the newest first, one more while it is rotated out. */
  readonly secrets: readonly WebhookSecret[]
  readonly createdAt: string
  /** Of the first attempt that failed since one that did not. */
  readonly failingSince?: string
}

/** `failures`: nothing but failures for days. `gone`: the receiver answered 410. */
export type WebhookDisabledBy = 'owner' | 'plan' | 'failures' | 'gone'

/** A secret of a webhook, sealed. */
export interface WebhookSecret {
  readonly sealed: string
  readonly until?: string
}

/** How far events were turned into deliveries for a webhook. Under webhook. */
export interface WebhookCursor {
  /** The last change of the registry that was looked at whole. */
  readonly change: number
  /** Events of the change after it that were looked at already: one change may have thousands. */
  readonly events: number
  /** The last number given to a delivery. */
  readonly sequence: number
  /** Who reads the feed for this webhook, until when unless it writes again. */
  readonly lease?: { readonly worker: string; readonly until: string }
}

/** One event for one webhook. Under webhook and id, a UUID version 7. */
export interface Delivery {
  /** Of the event as its receiver sees it: the same at every attempt. */
  readonly id: string
  readonly webhookId: string
  readonly accountId: string
  readonly type: string
  /** The body as it is sent, under 20 KB. */
  readonly body: string
  /** Only of a `waiting` one there is a row that says when. */
  readonly status: 'waiting' | 'delivered' | 'failed'
  readonly createdAt: string
  /** The last ones, oldest first. */
  readonly attempts: readonly DeliveryAttempt[]
  /** Attempts since it was made, retried by hand or recovered: where it is in the schedule. */
  readonly tries: number
  /** When it is tried next; absent when it is not. */
  readonly nextAt?: string
}

/** One attempt to deliver an event, and what came of it. */
export interface DeliveryAttempt {
  readonly at: string
  readonly milliseconds: number
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** The first 2 KB of the answer. */
  readonly answer?: string
  /** Why there was no answer, or none that was wanted. */
  readonly error?: string
}

/** A delivery to try. Under webhook, time and delivery, so that what waits for one webhook hides nothing of another. */
export interface DeliveryDue {
  readonly accountId: string
  readonly webhookId: string
  readonly deliveryId: string
}

/** What happened to an account or a job, until it is a delivery for each webhook that asked for it. Under a UUID version 7. */
export interface AccountEvent {
  readonly accountId: string
  readonly type: string
  readonly at: string
  readonly data: Readonly<Record<string, unknown>>
}
