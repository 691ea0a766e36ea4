import type { RowTables } from '@utpid/core/storage'
import type {
  Account,
  DeletedAccount,
  Invitation,
  Member,
  MemberOfEmail,
  MemberOfIdentity,
  OwnSession,
  ServiceAccount,
  Session,
} from '../model/account.ts'
import type { ApiKey, KeyOfHash, KeyUse } from '../model/api-key.ts'
import type { AccountJob, Job, JobDue, JobInput, JobResult, JobTally } from '../model/job.ts'
import type { KeptFile, KeptFilePart, KeptFileTally } from '../model/kept-file.ts'
import type { LimitBucket, LimitGroup, LimitMember } from '../model/limit-rows.ts'
import type { Plan } from '../model/plan.ts'
import type {
  AuditEntry,
  IdempotentAge,
  IdempotentResponse,
  QuotaUse,
  RequestLog,
  RequestLogName,
  UsageRow,
} from '../model/request-log.ts'
import type { AccountEvent, Delivery, DeliveryDue, Webhook, WebhookCursor } from '../model/webhook.ts'

/** The row type of each table. Each type documents its key. */
export interface ServiceRows {
  readonly plans: Plan
  readonly accounts: Account
  readonly deleted_accounts: DeletedAccount
  readonly members: Member
  readonly member_emails: MemberOfEmail
  readonly member_identities: MemberOfIdentity
  readonly service_accounts: ServiceAccount
  readonly invitations: Invitation
  readonly sessions: Session
  readonly own_sessions: OwnSession
  readonly api_keys: ApiKey
  readonly key_hashes: KeyOfHash
  readonly key_uses: KeyUse
  readonly quotas: QuotaUse
  readonly limit_group: LimitGroup
  readonly limit_members: LimitMember
  readonly limit_buckets: LimitBucket
  readonly usage: UsageRow
  readonly request_logs: RequestLog
  readonly request_ids: RequestLogName
  readonly audit: AuditEntry
  readonly idempotent_answers: IdempotentResponse
  readonly idempotent_ages: IdempotentAge
  readonly jobs: Job
  readonly jobs_due: JobDue
  readonly account_jobs: AccountJob
  readonly job_tallies: JobTally
  readonly job_inputs: JobInput
  readonly job_results: JobResult
  readonly kept_files: KeptFile
  readonly kept_file_parts: KeptFilePart
  readonly kept_file_tallies: KeptFileTally
  readonly webhooks: Webhook
  readonly webhook_cursors: WebhookCursor
  readonly account_events: AccountEvent
  readonly deliveries: Delivery
  readonly deliveries_due: DeliveryDue
}

/** The name of a table. */
export type ServiceTable = keyof ServiceRows

const TABLES: Readonly<Record<ServiceTable, true>> = {
  plans: true,
  accounts: true,
  deleted_accounts: true,
  members: true,
  member_emails: true,
  member_identities: true,
  service_accounts: true,
  invitations: true,
  sessions: true,
  own_sessions: true,
  api_keys: true,
  key_hashes: true,
  key_uses: true,
  quotas: true,
  limit_group: true,
  limit_members: true,
  limit_buckets: true,
  usage: true,
  request_logs: true,
  request_ids: true,
  audit: true,
  idempotent_answers: true,
  idempotent_ages: true,
  jobs: true,
  jobs_due: true,
  account_jobs: true,
  job_tallies: true,
  job_inputs: true,
  job_results: true,
  kept_files: true,
  kept_file_parts: true,
  kept_file_tallies: true,
  webhooks: true,
  webhook_cursors: true,
  account_events: true,
  deliveries: true,
  deliveries_due: true,
}

/** The tables of a service. Watched tables contain rows that processes cache or that wake workers. */
export const SERVICE_TABLES: RowTables<ServiceRows> = {
  names: Object.keys(TABLES) as ServiceTable[],
  watched: new Set<ServiceTable>([
    'plans',
    'accounts',
    'members',
    'api_keys',
    'sessions',
    'jobs',
    'jobs_due',
    'webhooks',
    'account_events',
    'deliveries_due',
    'limit_group',
  ]),
}

/** Tables with the current state of processes. */
export const MOMENTARY_TABLES: ReadonlySet<ServiceTable> = new Set<ServiceTable>([
  'limit_group',
  'limit_members',
  'limit_buckets',
])

/** Tables that backups exclude: the current state of processes, and kept files, which expire after some days. */
export const UNSAVED_TABLES: ReadonlySet<ServiceTable> = new Set<ServiceTable>([
  ...MOMENTARY_TABLES,
  'kept_files',
  'kept_file_parts',
  'kept_file_tallies',
])
