/** `@utpid/service`: the parts of a hosted registry, without HTTP. */

export { type Actor, type Caller, OPERATOR } from './access/actor.ts'
export { accountScopes, holds, keyPower, memberPower, type Power, requireScope, rolePower } from './access/power.ts'
export { ACCOUNT_CHANGE, type AccountChange, NEW_ACCOUNT, type NewAccount } from './accounts/account-input.ts'
export { Accounts } from './accounts/accounts.ts'
export { ensureFirstAccount, type FirstAccount } from './accounts/first-account.ts'
export {
  MEMBER_CHANGE,
  type MemberChange,
  NEW_MEMBER,
  NEW_PASSWORD,
  type NewMember,
  ROW_NAME,
} from './accounts/member-input.ts'
export { INVITATION_MS, type InvitedMember, Members, type MemberView } from './accounts/members.ts'
export { ensurePlans, PLAN, PLAN_ID, PLAN_TERMS, Plans } from './accounts/plans.ts'
// Accounts, members, plans and sessions.
export { AccountBook, type AccountStep, isOpen, ROWS_MOST } from './accounts/repository/account-book.ts'
export { Services } from './accounts/services.ts'
export { type AuditedBy, type AuditedChange, auditedBy, auditWrite } from './audit/audit-write.ts'
export {
  AUDIT_PAGE_MOST,
  AUDIT_RANGE,
  type AuditPage,
  type AuditRange,
  listAudit,
  OPERATOR_TRAIL,
} from './audit/list-audit.ts'
export { Authenticator, KeyRefusal, type RefusalReason } from './authentication/authenticator.ts'
export {
  FAILURES_RULE,
  FailedAuthentications,
  type FailureRules,
  KEY_FAILURES_RULE,
} from './authentication/failed-authentications.ts'
export { hashSecret, isSameHash } from './authentication/key-hash.ts'
export { makeKeyText, parseKeyText, randomText } from './authentication/key-text.ts'
export { KeyUses, USE_WRITTEN_MS } from './authentication/key-uses.ts'
export { hashPassword, isPassword, PASSWORD_COSTS, type PasswordCosts } from './authentication/password.ts'
export { type MadeSession, SESSION_MS, Sessions } from './authentication/sessions.ts'
// Backups.
export {
  clearService,
  requireEmptyService,
  restoreServiceRows,
  serviceRows,
  type TableRow,
} from './backup/service-rows.ts'
export { isoNow, type ServiceEnvironment, systemEnvironment } from './environment/environment.ts'
export { type RandomBytes, systemRandomBytes } from './environment/random-bytes.ts'
export { type HostedService, type HostedServiceOptions, hostedService } from './hosted/hosted-service.ts'
export {
  ANSWER_HOURS,
  type BegunRequest,
  IdempotentAnswers,
  type IdempotentRequest,
  type IdempotentWork,
  WORK_MILLISECONDS,
} from './idempotency/idempotent-answers.ts'
export { RESULTS_CURSOR, ROW_CURSOR } from './input/cursor-forms.ts'
export { ID_INPUT } from './input/id-input.ts'
export { parseInput } from './input/parse-input.ts'
export { type TextRules, textInput } from './input/text-input.ts'
export { batchMapHandler } from './jobs/handlers/batch-map-job.ts'
export { type ExportJobOptions, exportHandler } from './jobs/handlers/export-job.ts'
export { type ImportJobOptions, type ImportRow, importHandler } from './jobs/handlers/import-job.ts'
export {
  type ReindexJobOptions,
  type RescoreJobOptions,
  reindexHandler,
  rescoreHandler,
} from './jobs/handlers/renewal-job.ts'
export { RETENTION_DAYS, type RetentionDays, retentionHandler, scheduledJobId } from './jobs/handlers/retention-job.ts'
export { type Interruption, type JobHandler, JobInterrupted, type JobRun } from './jobs/job-handler.ts'
export { type Every, JobWorker, type JobWorkerOptions } from './jobs/job-worker.ts'
export { type JobList, type JobResults, Jobs, type NewJob, RESULT_DAYS } from './jobs/jobs.ts'
export { LEASE_MILLISECONDS } from './jobs/leased-job.ts'
export { countDecisions, type MapInputsOptions, type MappedInput, mapInputs } from './jobs/map-inputs.ts'
export {
  AUTO_INPUTS_MOST,
  type BatchAnswer,
  type BatchMode,
  type BatchRequest,
  SYNC_INPUTS_MOST,
  takeBatch,
} from './jobs/take-batch.ts'
export { KEYS_MOST } from './keys/check-key.ts'
export {
  KEY_CHANGE,
  KEY_ROTATION,
  type KeyChange,
  type KeyRotation,
  NEW_KEY,
  type NewKey,
  OVERLAP_SECONDS,
  OVERLAP_SECONDS_MOST,
} from './keys/key-input.ts'
export type { KeyState, KeyView } from './keys/key-view.ts'
export { Keys, type MadeKey } from './keys/keys.ts'
export { limitSubject } from './keys/limit-subject.ts'
export { KeyList } from './keys/list-keys.ts'
export { addressGroup } from './limits/address-group.ts'
export { type LimitRule, limitRules, limitState } from './limits/limit-rules.ts'
export {
  type LimitDecision,
  type Limiter,
  type LimitPolicy,
  type LimitState,
  type LimitSubject,
  rateLimitError,
} from './limits/limiter.ts'
export { LocalLimiter } from './limits/local-limiter.ts'
export { SharedLimiter, type SharedLimiterOptions } from './limits/shared/shared-limiter.ts'
export { type BucketRule, TokenBucket } from './limits/token-bucket.ts'
export type { Account, Invitation, Member, MemberOfEmail, ServiceAccount, Session } from './model/account.ts'
export type { ApiKey, KeyAssignee, KeyHash, KeyOfHash, KeyUse, SustainedLimit } from './model/api-key.ts'
export type {
  AccountJob,
  InputItem,
  Job,
  JobCounts,
  JobDue,
  JobError,
  JobInput,
  JobKind,
  JobLease,
  JobOptions,
  JobProgress,
  JobResult,
  JobStatus,
  JobTally,
} from './model/job.ts'
export { FIRST_PLAN, type Plan, SHIPPED_PLANS } from './model/plan.ts'
export type {
  AuditEntry,
  IdempotentAge,
  IdempotentAnswer,
  KeptAnswer,
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
  SCOPE_PATTERNS,
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
export { LEASE_MOST, MonthlyQuota, type QuotaState, type Reservation, TOLD_PERCENTS } from './quota/monthly-quota.ts'
export { endOfMonth, quotaMonth, secondsOfMonth } from './quota/quota-month.ts'
export { type SecretBox, secretBox } from './secrets/seal.ts'
export { withoutKeys } from './secrets/without-keys.ts'
export { MemoryServiceStore } from './store/memory-service-store.ts'
export type { RowName, RowWrite, ServiceStore } from './store/service-store.ts'
export { SERVICE_TABLES, type ServiceRows, type ServiceTable } from './store/service-tables.ts'
export { type RowChange, updateRow } from './store/update-row.ts'
export { PROBE_MS, WatchedStore, type WriteHealth } from './store/watched-store.ts'
export { type Suggestion, Suggestions, type SuggestionsOptions } from './suggest/suggestions.ts'
export { type LatencyBins, LatencyHistogram, latencyBin } from './usage/latency-bins.ts'
export { type LogFilter, type LogPage, readLog, readLogs } from './usage/read-logs.ts'
export {
  readUsage,
  type UsageBucket,
  type UsageFigures,
  type UsageGrouping,
  type UsageQuery,
} from './usage/read-usage.ts'
export { type Dropped, RequestRecorder, type RequestRecorderOptions } from './usage/request-recorder.ts'
export { Deliveries, type DeliveriesPage, type DeliveriesQuery } from './webhooks/delivery/deliveries.ts'
export { RETRY_DELAYS } from './webhooks/delivery/retry-schedule.ts'
export { WebhookSender, type WebhookSenderOptions } from './webhooks/delivery/webhook-sender.ts'
export {
  type BlockedReason,
  DestinationGuard,
  type DestinationGuardOptions,
  type ResolveHost,
} from './webhooks/destination/destination-guard.ts'
export {
  type AttemptError,
  guardedTransport,
  type TransportOptions,
  type WebhookAnswer,
  type WebhookRequest,
  type WebhookTransport,
} from './webhooks/destination/webhook-transport.ts'
export { accountEventWrite, type NewAccountEvent } from './webhooks/events/account-event.ts'
export {
  type AccountEventType,
  isSubscription,
  PRODUCT_EVENTS,
  type SentEventType,
  UNASKED_EVENTS,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_EVENTS,
  type WebhookEventType,
} from './webhooks/events/webhook-event.ts'
export {
  SECRET_OVERLAP,
  WEBHOOK_DESCRIPTION,
  WEBHOOK_SUBSCRIPTIONS,
  WEBHOOK_URL,
} from './webhooks/subscriptions/webhook-input.ts'
export { type EnableOptions, type NewWebhook, Webhooks } from './webhooks/subscriptions/webhooks.ts'
export { type TriedSecrets, trySecrets } from './webhooks/try-secrets.ts'
export type { RegistryFeed, WebhookActor, WebhookContext } from './webhooks/webhook-context.ts'
export { maySee } from './webhooks/webhook-power.ts'
export type { WebhookView } from './webhooks/webhook-view.ts'
export { PollLoop, type PollLoopOptions } from './webhooks/worker/poll-loop.ts'
export { WebhookFeed, type WebhookFeedOptions } from './webhooks/worker/webhook-feed.ts'
export { WebhookWorker, type WebhookWorkerOptions } from './webhooks/worker/webhook-worker.ts'
