import type { api } from '../../data/api/api.ts'

/** An event type, or a pattern for several event types. */
export type WebhookEventPattern = Parameters<typeof api.createWebhook>[0]['events'][number]

/** Event types of webhooks, as in the docs of the service. */
export const WEBHOOK_EVENTS: readonly (readonly [event: WebhookEventPattern, about: string])[] = [
  ['registry.product.*', 'All events of products'],
  ['registry.product.created', 'A product was created, or became active again'],
  ['registry.product.updated', 'A displayed field, a link or the verification changed'],
  ['registry.product.merged', 'A product was merged into another'],
  ['registry.product.split', 'Records were split into a new product'],
  ['registry.product.deleted', 'A product was deleted or retired'],
  ['registry.product.verified', 'A product was verified'],
  ['registry.product.unverified', 'A verification was removed'],
  ['supplier.code.drifted', 'The content of a code changed greatly'],
  ['duplicate.alert.opened', 'Two products may be duplicates'],
  ['duplicate.alert.resolved', 'An alert was decided or withdrawn'],
  ['batch.job.completed', 'A batch was completed'],
  ['batch.job.failed', 'A batch failed'],
  ['batch.job.cancelled', 'A batch was cancelled'],
  ['import.job.completed', 'An import was completed'],
  ['import.job.failed', 'An import failed'],
  ['account.quota.reached', 'Most calls of the month are used'],
]
