/** `@utpid/service/internal`: parts that `@utpid/http-koa` and `@utpid/cli` share. Any version may change them. */
export { ACCOUNT_CHANGE, type AccountChange, NEW_ACCOUNT, type NewAccount } from './accounts/account-input.ts'
export { Accounts } from './accounts/accounts.ts'
export {
  MEMBER_CHANGE,
  type MemberChange,
  NEW_MEMBER,
  NEW_PASSWORD,
  type NewMember,
  ROW_NAME,
} from './accounts/member-input.ts'
export { type InvitedMember, Members, type MemberView } from './accounts/members.ts'
export { ensurePlans, PLAN_ID, PLAN_TERMS, Plans } from './accounts/plans.ts'
export { AccountRepository, MAX_ROWS } from './accounts/repository/account-repository.ts'
export { Services } from './accounts/services.ts'
export { listAudit } from './audit/list-audit.ts'
export { Authenticator, KeyRefusal } from './authentication/authenticator.ts'
export { FAILURES_RULE, KEY_FAILURES_RULE } from './authentication/failed-authentications.ts'
export { makeKeyText } from './authentication/key-text.ts'
export type { SessionView } from './authentication/own-sessions.ts'
export { SESSION_MS } from './authentication/sessions.ts'
export { clearService, restoreServiceRows, serviceRows, type TableRow } from './backup/service-rows.ts'
export { SERVICE_ERROR_CODES, type ServiceErrorCode } from './errors/service-error.ts'
export { IdempotentResponses, type RequestClaim } from './idempotency/idempotent-responses.ts'
export { RESULTS_CURSOR, ROW_CURSOR } from './input/cursor-forms.ts'
export { ID_INPUT } from './input/id-input.ts'
export { textInput } from './input/text-input.ts'
export { importHandler } from './jobs/handlers/import-job.ts'
export type { JobHandler } from './jobs/job-handler.ts'
export { JobWorker } from './jobs/job-worker.ts'
export { Jobs, RESULT_DAYS } from './jobs/jobs.ts'
export { type BatchMode, type BatchRequest, isJob, processBatch } from './jobs/process-batch.ts'
export { FileKeeper } from './kept-files/file-keeper.ts'
export { FolderContents } from './kept-files/folder-contents.ts'
export { KEPT_FILE_RULES, type KeptFileRules, KeptFiles } from './kept-files/kept-files.ts'
export { StoreContents } from './kept-files/store-contents.ts'
export { MAX_KEYS } from './keys/check-key-settings.ts'
export { KEY_CHANGE, KEY_ROTATION, type KeyRotation, NEW_KEY, type NewKey } from './keys/key-input.ts'
export type { KeyView } from './keys/key-view.ts'
export { Keys } from './keys/keys.ts'
export { limitSubject } from './keys/limit-subject.ts'
export { KeyList } from './keys/list-keys.ts'
export { limitRules, limitState } from './limits/limit-rules.ts'
export { rateLimitError } from './limits/limiter.ts'
export { SharedLimiter } from './limits/shared/shared-limiter.ts'
export type { Account } from './model/account.ts'
export type { JobDue, JobKind } from './model/job.ts'
export { type Plan, SHIPPED_PLANS } from './model/plan.ts'
export { ROLE_NAMES, ROLES, type Role } from './model/role.ts'
export { allows, SCOPE_NAMES, SCOPES, type Scope, type ScopePattern } from './model/scope.ts'
export { type SessionClient, TOTP_MODES, type TotpMode } from './model/sign-in.ts'
export type { Delivery, Webhook } from './model/webhook.ts'
export { MonthlyQuota, type QuotaState, type Reservation } from './quota/monthly-quota.ts'
export { secondsOfMonth } from './quota/quota-month.ts'
export { redactKeys } from './secrets/redact-keys.ts'
export {
  GROUPS_CLAIM,
  PROVIDER_CALLBACK_PATH,
  PROVIDER_SCOPES,
  type ProviderSettings,
} from './sign-in-provider/provider-settings.ts'
export { PROVIDER_SIGN_IN_MS } from './sign-in-provider/provider-sign-in.ts'
export { SIGN_IN_REFUSALS, type SignInProblem, type SignInRefusal } from './sign-in-provider/sign-in-refusal.ts'
export type { RowName, RowWrite } from './store/service-store.ts'
export type { ServiceTable } from './store/service-tables.ts'
export { updateRow } from './store/update-row.ts'
export { PROBE_MS, WatchedStore } from './store/watched-store.ts'
export { readLog, readLogs } from './usage/read-logs.ts'
export { readUsage } from './usage/read-usage.ts'
export { Deliveries } from './webhooks/delivery/deliveries.ts'
export { DestinationGuard } from './webhooks/destination/destination-guard.ts'
export { UNSUBSCRIBED_EVENTS, WEBHOOK_EVENTS } from './webhooks/events/webhook-event.ts'
export {
  SECRET_OVERLAP,
  WEBHOOK_DESCRIPTION,
  WEBHOOK_SUBSCRIPTIONS,
  WEBHOOK_URL,
} from './webhooks/subscriptions/webhook-input.ts'
export { Webhooks } from './webhooks/subscriptions/webhooks.ts'
export { type TriedSecrets, trySecrets } from './webhooks/try-secrets.ts'
export type { WebhookActor } from './webhooks/webhook-context.ts'
export { maySee } from './webhooks/webhook-permissions.ts'
