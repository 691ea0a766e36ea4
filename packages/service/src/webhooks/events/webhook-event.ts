/** What a webhook may be told of, each with the sentence that documents it. A closed list: names are never changed. */
export const WEBHOOK_EVENTS = {
  'registry.product.created': 'A product is first seen, or comes back (`revived`): `change`, `utpid`.',
  'registry.product.updated': 'A shown field, a link or the verification changed: `change`, `utpid`, `fields`.',
  'registry.product.merged': 'A product was joined to another, which answers for it: `change`, `utpid`, `into`.',
  'registry.product.split': 'Records of a product became a product of their own: `change`, `utpid`, `from`.',
  'registry.product.deleted':
    'A person deleted a product, or its last record ended: `change`, `utpid`, `reason` (`deleted`, `retired`).',
  'registry.product.verified': 'A product was verified: `change`, `utpid`, `method`.',
  'registry.product.unverified': 'A verification was withdrawn or no longer holds: `change`, `utpid`, `reason`.',
  'supplier.code.drifted':
    'A new version of a record does not fit the one before: `change`, `supplier`, `code`, `kind` (`rebrand`, `move`, `reuse`), `utpid`, `from`, `confidence`.',
  'duplicate.alert.opened': 'Two products begin to look like one: `change`, `alertId`, `utpids`, `confidence`.',
  'duplicate.alert.resolved':
    'An alert was decided, or its evidence went: `change`, `alertId`, `utpids`, `status` (`merged`, `dismissed`, `withdrawn`).',
  'batch.job.completed': 'A batch was mapped: `jobId`, `counts`.',
  'batch.job.failed': 'A batch could not be mapped: `jobId`, `error`.',
  'batch.job.cancelled': 'A batch was cancelled: `jobId`, `counts`.',
  'import.job.completed': 'An import is done: `jobId`, `counts`.',
  'import.job.failed': 'An import could not be done: `jobId`, `error`.',
  'account.quota.reached': 'So much of the calls of a month is used: `month`, `percent` (80, 100), `used`, `limit`.',
} as const

/** What is sent unasked; nobody subscribes to it. */
export const UNASKED_EVENTS = {
  'registry.changes.expired':
    'Changes `after` + 1 to `head` are no longer kept and were not sent: read the registry anew; sent to whoever is told of the registry.',
  'webhook.test': 'Somebody asked for it, to see that it arrives.',
} as const

/** The name of an event that somebody can subscribe to. */
export type WebhookEventType = keyof typeof WEBHOOK_EVENTS

/** What is sent: what is subscribed to, and what comes unasked. */
export type SentEventType = WebhookEventType | keyof typeof UNASKED_EVENTS

/** Those that the service itself tells; the others come from the registry. */
export type AccountEventType = Extract<WebhookEventType, `batch.${string}` | `import.${string}` | `account.${string}`>

/** All events that somebody can subscribe to. */
export const WEBHOOK_EVENT_TYPES: readonly WebhookEventType[] = Object.keys(WEBHOOK_EVENTS) as WebhookEventType[]

/** All events of products at once. */
export const PRODUCT_EVENTS = 'registry.product.*'

/** Whether somebody can subscribe to it: the name of an event, or {@link PRODUCT_EVENTS}. */
export function isSubscription(text: string): boolean {
  return text === PRODUCT_EVENTS || Object.hasOwn(WEBHOOK_EVENTS, text)
}

/** Whether one of these subscriptions is for an event. */
export function isSubscribed(subscriptions: readonly string[], type: string): boolean {
  return subscriptions.some(
    (text) => text === type || (text === PRODUCT_EVENTS && type.startsWith('registry.product.')),
  )
}

/** Whether one of these subscriptions is for what happens in the registry. */
export function isToldOfRegistry(subscriptions: readonly string[]): boolean {
  return subscriptions.some((text) => /^(registry|supplier|duplicate)\./.test(text))
}
