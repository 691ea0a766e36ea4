/**
 * `@utpid/service`: what a hosted registry needs, without HTTP.
 */

export type { Account, Invitation, Member, ServiceAccount, Session } from './model/account.ts'
export type { ApiKey, KeyAssignee, KeyHash, KeyOfHash, KeyUse, SustainedLimit } from './model/api-key.ts'
export type {
  Job,
  JobDue,
  JobInput,
  JobKind,
  JobLease,
  JobOptions,
  JobProgress,
  JobResult,
  JobStatus,
} from './model/job.ts'
export { idMaker, type NewId } from './model/new-id.ts'
export { FIRST_PLAN, type Plan, SHIPPED_PLANS } from './model/plan.ts'
export type {
  AuditEntry,
  IdempotentAnswer,
  QuotaUse,
  RequestLog,
  RequestLogName,
  UsageRow,
} from './model/request-log.ts'
export { ROLE_NAMES, ROLES, type Role } from './model/role.ts'
export {
  allows,
  commonScopes,
  isScopePattern,
  SCOPE_NAMES,
  SCOPES,
  type Scope,
  type ScopePattern,
} from './model/scope.ts'
export type {
  AccountEvent,
  Delivery,
  DeliveryAttempt,
  DeliveryDue,
  Webhook,
  WebhookCursor,
  WebhookSecret,
} from './model/webhook.ts'
export { type RandomBytes, systemRandomBytes } from './secrets/random-bytes.ts'
export { type SecretBox, secretBox } from './secrets/seal.ts'
export { checkRange, checkReadKeys, checkWrites, rangeBounds } from './store/check-writes.ts'
export { MemoryServiceStore } from './store/memory-service-store.ts'
export { keyParts, keyPrefix, numberPart, rowKey } from './store/row-key.ts'
export {
  type Expected,
  type KeyRange,
  READ_MOST,
  type RowName,
  type RowWrite,
  type ServiceStore,
  type StoredRow,
  WRITES_MOST,
} from './store/service-store.ts'
export { SERVICE_TABLES, type ServiceRows, type ServiceTable, TELLING_TABLES } from './store/service-tables.ts'
export { type RowChange, updateRow } from './store/update-row.ts'
export { WriteListeners } from './store/write-listeners.ts'
export { accountEventWrite, type NewAccountEvent } from './webhooks/account-event.ts'
export { Deliveries, type DeliveriesPage, type DeliveriesQuery } from './webhooks/deliveries.ts'
export {
  type BlockedReason,
  DestinationGuard,
  type DestinationGuardOptions,
  type ResolveHost,
} from './webhooks/destination-guard.ts'
export { PollLoop, type PollLoopOptions } from './webhooks/poll-loop.ts'
export { RETRY_DELAYS } from './webhooks/retry-schedule.ts'
export type { RegistryFeed, WebhookActor, WebhookContext } from './webhooks/webhook-context.ts'
export {
  type AccountEventType,
  isSubscription,
  PRODUCT_EVENTS,
  type SentEventType,
  UNASKED_EVENTS,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_EVENTS,
  type WebhookEventType,
} from './webhooks/webhook-event.ts'
export { WebhookFeed, type WebhookFeedOptions } from './webhooks/webhook-feed.ts'
export { WebhookSender, type WebhookSenderOptions } from './webhooks/webhook-sender.ts'
export {
  type AttemptError,
  guardedTransport,
  type TransportOptions,
  type WebhookAnswer,
  type WebhookRequest,
  type WebhookTransport,
} from './webhooks/webhook-transport.ts'
export type { WebhookView } from './webhooks/webhook-view.ts'
export { WebhookWorker, type WebhookWorkerOptions } from './webhooks/webhook-worker.ts'
export { type EnableOptions, type NewWebhook, Webhooks } from './webhooks/webhooks.ts'
