import type { api } from '../../data/api/api.ts'

/** An event, or several by a pattern. */
export type WebhookEventPattern = Parameters<typeof api.createWebhook>[0]['events'][number]

/** What a webhook can be told of, as `docs` of the service has it. */
export const WEBHOOK_EVENTS: readonly (readonly [event: WebhookEventPattern, about: string])[] = [
  ['registry.product.*', 'All that happens to products'],
  ['registry.product.created', 'A product is first seen, or comes back'],
  ['registry.product.updated', 'A shown field, a link or the verification changed'],
  ['registry.product.merged', 'A product was joined to another'],
  ['registry.product.split', 'Records became a product of their own'],
  ['registry.product.deleted', 'A product was deleted or retired'],
  ['registry.product.verified', 'A product was verified'],
  ['registry.product.unverified', 'A verification holds no longer'],
  ['supplier.code.drifted', 'A code now says something else'],
  ['duplicate.alert.opened', 'Two products begin to look like one'],
  ['duplicate.alert.resolved', 'An alert was decided, or its evidence went'],
  ['batch.job.completed', 'A batch was mapped'],
  ['batch.job.failed', 'A batch could not be mapped'],
  ['batch.job.cancelled', 'A batch was cancelled'],
  ['import.job.completed', 'An import is done'],
  ['import.job.failed', 'An import could not be done'],
  ['account.quota.reached', 'Much of the calls of a month is used'],
]
