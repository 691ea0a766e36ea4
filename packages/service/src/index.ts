/**
 * `@utpid/service`: what a hosted registry needs, without HTTP.
 */

export {
  ANSWER_HOURS,
  type BegunRequest,
  IdempotentAnswers,
  type IdempotentRequest,
  type IdempotentWork,
  WORK_MILLISECONDS,
} from './idempotency/idempotent-answers.ts'
export { batchMapHandler } from './jobs/batch-map-job.ts'
export { type ExportJobOptions, exportHandler } from './jobs/export-job.ts'
export { type ImportJobOptions, type ImportRow, importHandler } from './jobs/import-job.ts'
export { type Interruption, type JobHandler, JobInterrupted, type JobRun } from './jobs/job-handler.ts'
export { type Every, JobWorker, type JobWorkerOptions } from './jobs/job-worker.ts'
export { type JobList, type JobResults, Jobs, type NewJob, RESULT_DAYS } from './jobs/jobs.ts'
export { LEASE_MILLISECONDS } from './jobs/leased-job.ts'
export { countDecisions, type MapInputsOptions, type MappedInput, mapInputs } from './jobs/map-inputs.ts'
export { type Body, type FeedReader, type ReadItem, readFeedItems } from './jobs/read-items.ts'
export { type ReindexJobOptions, type RescoreJobOptions, reindexHandler, rescoreHandler } from './jobs/renewal-job.ts'
export { RETENTION_DAYS, type RetentionDays, retentionHandler, scheduledJobId } from './jobs/retention-job.ts'
export {
  AUTO_INPUTS_MOST,
  type BatchAnswer,
  type BatchMode,
  type BatchRequest,
  SYNC_INPUTS_MOST,
  takeBatch,
} from './jobs/take-batch.ts'
export { Turns } from './jobs/turns.ts'
export { type LogFilter, type LogPage, readLog, readLogs } from './logs/read-logs.ts'

export type { Account, Invitation, Member, ServiceAccount, Session } from './model/account.ts'
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
export { type LatencyBins, LatencyHistogram, latencyBin } from './usage/latency-bins.ts'
export {
  readUsage,
  type UsageBucket,
  type UsageFigures,
  type UsageGrouping,
  type UsageQuery,
} from './usage/read-usage.ts'
export { type Dropped, RequestRecorder, type RequestRecorderOptions } from './usage/request-recorder.ts'
