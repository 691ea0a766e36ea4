-- The rows of a service, stored next to its registry as JSON under text keys. The service validates them, not the
-- database. Keys are ASCII, sorted by bytes. Every write sets another "revision".

create table service_plans (key text collate "C" primary key, revision bigint not null, content json not null);
create table service_accounts (key text collate "C" primary key, revision bigint not null, content json not null);
create table service_members (key text collate "C" primary key, revision bigint not null, content json not null);
create table service_member_emails (key text collate "C" primary key, revision bigint not null, content json not null);
create table service_service_accounts (key text collate "C" primary key, revision bigint not null, content json not null);
create table service_invitations (key text collate "C" primary key, revision bigint not null, content json not null);
create table service_sessions (key text collate "C" primary key, revision bigint not null, content json not null);
create table service_api_keys (key text collate "C" primary key, revision bigint not null, content json not null);
create table service_key_hashes (key text collate "C" primary key, revision bigint not null, content json not null);
create table service_key_uses (key text collate "C" primary key, revision bigint not null, content json not null);
create table service_quotas (key text collate "C" primary key, revision bigint not null, content json not null);
create table service_usage (key text collate "C" primary key, revision bigint not null, content json not null);
create table service_request_logs (key text collate "C" primary key, revision bigint not null, content json not null);
create table service_request_ids (key text collate "C" primary key, revision bigint not null, content json not null);
create table service_audit (key text collate "C" primary key, revision bigint not null, content json not null);
create table service_idempotent_answers (key text collate "C" primary key, revision bigint not null, content json not null);
create table service_idempotent_ages (key text collate "C" primary key, revision bigint not null, content json not null);
create table service_jobs (key text collate "C" primary key, revision bigint not null, content json not null);
create table service_jobs_due (key text collate "C" primary key, revision bigint not null, content json not null);
create table service_account_jobs (key text collate "C" primary key, revision bigint not null, content json not null);
create table service_job_tallies (key text collate "C" primary key, revision bigint not null, content json not null);
create table service_job_inputs (key text collate "C" primary key, revision bigint not null, content json not null);
create table service_job_results (key text collate "C" primary key, revision bigint not null, content json not null);
create table service_webhooks (key text collate "C" primary key, revision bigint not null, content json not null);
create table service_webhook_cursors (key text collate "C" primary key, revision bigint not null, content json not null);
create table service_account_events (key text collate "C" primary key, revision bigint not null, content json not null);
create table service_deliveries (key text collate "C" primary key, revision bigint not null, content json not null);
create table service_deliveries_due (key text collate "C" primary key, revision bigint not null, content json not null);
