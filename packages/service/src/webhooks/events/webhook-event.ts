/** The events of webhooks, with their descriptions. Names never change. */
export const WEBHOOK_EVENTS = {
  'registry.product.created': 'A product is first seen, or comes back (`revived`): `change`, `utpid`.',
  'registry.product.updated': 'A displayed field, a link or the verification changed: `change`, `utpid`, `fields`.',
  'registry.product.merged': 'A product was merged into another, which answers for it: `change`, `utpid`, `into`.',
  'registry.product.split': 'Records of a product became a separate product: `change`, `utpid`, `from`.',
  'registry.product.deleted':
    'A person deleted a product, or its last record ended: `change`, `utpid`, `reason` (`deleted`, `retired`).',
  'registry.product.verified': 'A product was verified: `change`, `utpid`, `method`.',
  'registry.product.unverified': 'A verification was withdrawn or no longer holds: `change`, `utpid`, `reason`.',
  'supplier.code.drifted':
    'A new version of a record does not fit the previous one: `change`, `supplier`, `code`, `kind` (`rebrand`, `move`, `reuse`), `utpid`, `from`, `confidence`.',
  'duplicate.alert.opened': 'Two products now look like one: `change`, `alertId`, `utpids`, `confidence`.',
  'duplicate.alert.resolved':
    'An alert was decided, or its evidence disappeared: `change`, `alertId`, `utpids`, `status` (`merged`, `dismissed`, `withdrawn`).',
  'batch.job.completed': 'A batch was mapped: `jobId`, `counts`.',
  'batch.job.failed': 'A batch could not be mapped: `jobId`, `error`.',
  'batch.job.cancelled': 'A batch was cancelled: `jobId`, `counts`.',
  'import.job.completed': 'An import has completed: `jobId`, `counts`.',
  'import.job.failed': 'An import has failed: `jobId`, `error`.',
  'account.quota.reached': 'A percentage of the monthly calls is used: `month`, `percent` (80, 100), `used`, `limit`.',
} as const

/** Events that are sent without a subscription. */
export const UNSUBSCRIBED_EVENTS = {
  'registry.changes.expired':
    'Changes `after` + 1 to `head` are no longer kept and were not sent; read the registry again. Sent to every webhook with a subscription to the registry.',
  'webhook.test': 'A test, sent on request to check that deliveries arrive.',
} as const

/** An event to which a webhook can subscribe. */
export type WebhookEventType = keyof typeof WEBHOOK_EVENTS

/** All events that the service sends, with or without a subscription. */
export type SentEventType = WebhookEventType | keyof typeof UNSUBSCRIBED_EVENTS

/** Events of the service itself. The other events come from the registry. */
export type AccountEventType = Extract<WebhookEventType, `batch.${string}` | `import.${string}` | `account.${string}`>

/** All events to which a webhook can subscribe. */
export const WEBHOOK_EVENT_TYPES: readonly WebhookEventType[] = Object.keys(WEBHOOK_EVENTS) as WebhookEventType[]

/** The subscription to all product events. */
export const PRODUCT_EVENTS = 'registry.product.*'

/** Whether a text is a subscription: an event name, or {@link PRODUCT_EVENTS}. */
export function isSubscription(text: string): boolean {
  return text === PRODUCT_EVENTS || Object.hasOwn(WEBHOOK_EVENTS, text)
}

/** Whether one of these subscriptions covers an event. */
export function isSubscribed(subscriptions: readonly string[], type: string): boolean {
  return subscriptions.some(
    (text) => text === type || (text === PRODUCT_EVENTS && type.startsWith('registry.product.')),
  )
}

/** Whether one of these subscriptions covers events of the registry. */
export function coversRegistry(subscriptions: readonly string[]): boolean {
  return subscriptions.some((text) => /^(registry|supplier|duplicate)\./.test(text))
}
