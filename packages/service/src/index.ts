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
