import { keyParts, keyPrefix, MAX_READ_ROWS, rowKey } from '@utpid/core/storage'
import { emailKey, identityKey } from '../accounts/member-rows.ts'
import { ServiceError } from '../errors/service-error.ts'
import { isOver } from '../jobs/job-rows.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { RowWrite, ServiceStore } from '../store/service-store.ts'
import type { ServiceRows, ServiceTable } from '../store/service-tables.ts'

const PAGE = 500

/** Tables of which each key starts with the account, and whose rows nothing else refers to. */
const HISTORY: readonly ServiceTable[] = [
  'request_logs',
  'request_ids',
  'usage',
  'audit',
  'idempotent_answers',
  'quotas',
  'key_uses',
]

/** Deletes members, links, sessions, services and keys of an account. */
export async function deleteAccess(store: ServiceStore, accountId: string): Promise<void> {
  await deleteEach(store, accountId, 'members', ({ id, email, identity, invitation }) => [
    { table: 'member_emails', key: emailKey(email, id), row: undefined },
    ...(identity === undefined
      ? []
      : [{ table: 'member_identities', key: identityKey(accountId, identity), row: undefined } as const]),
    ...(invitation === undefined ? [] : [{ table: 'invitations', key: rowKey(invitation), row: undefined } as const]),
  ])
  await deleteEach(store, accountId, 'own_sessions', ({ hash }) => [
    { table: 'sessions', key: rowKey(hash), row: undefined },
  ])
  await deleteEach(store, accountId, 'api_keys', ({ hashes }) =>
    hashes.map(({ hash }) => ({ table: 'key_hashes', key: rowKey(hash), row: undefined })),
  )
  await deletePrefix(store, 'service_accounts', keyPrefix(accountId))
}

/** Deletes the webhooks of an account with their deliveries, cancels its jobs, and deletes their inputs and results. */
export async function stopWork(store: ServiceStore, jobs: Jobs, accountId: string): Promise<void> {
  const webhooks = await store.range('webhooks', { prefix: keyPrefix(accountId), limit: MAX_READ_ROWS })
  await deleteEach(store, accountId, 'webhooks', ({ id }) => [
    { table: 'webhook_cursors', key: rowKey(id), row: undefined },
  ])
  for (const { row } of webhooks) {
    for (const table of ['deliveries_due', 'deliveries'] as const) await deletePrefix(store, table, keyPrefix(row.id))
  }
  let after: string | undefined
  for (;;) {
    const range = { prefix: keyPrefix(accountId), limit: PAGE, ...(after === undefined ? {} : { after }) }
    const rows = await store.range('account_jobs', range)
    for (const { key } of rows) await stopJob(store, jobs, accountId, keyParts(key)[2] as string)
    after = rows.at(-1)?.key
    if (rows.length < PAGE) return
  }
}

/** Deletes logs, usage and the audit log of an account. @returns the number of deleted rows */
export async function deleteHistory(store: ServiceStore, accountId: string, signal: AbortSignal): Promise<number> {
  let deleted = 0
  for (const table of HISTORY) {
    signal.throwIfAborted()
    deleted += await deletePrefix(store, table, keyPrefix(accountId))
  }
  await store.write([{ table: 'job_tallies', key: rowKey(accountId), row: undefined }])
  return deleted
}

async function stopJob(store: ServiceStore, jobs: Jobs, accountId: string, id: string): Promise<void> {
  const [stored] = await store.read('jobs', [id])
  if (stored === undefined) return
  if (!isOver(stored.row)) {
    await jobs.cancel(accountId, stored.row.kind, id).catch((error: unknown) => {
      // The job has finished in the meantime.
      if (!(error instanceof ServiceError) || error.code !== 'job_finished') throw error
    })
  }
  await deletePrefix(store, 'job_inputs', keyPrefix(id))
  await deletePrefix(store, 'job_results', keyPrefix(id))
}

/** Deletes the rows of a table together with the rows that refer to them. */
async function deleteEach<Table extends 'members' | 'own_sessions' | 'api_keys' | 'webhooks'>(
  store: ServiceStore,
  accountId: string,
  table: Table,
  others: (row: ServiceRows[Table]) => readonly RowWrite[],
): Promise<void> {
  for (;;) {
    const rows = await store.range(table, { prefix: keyPrefix(accountId), limit: PAGE })
    if (rows.length === 0) return
    const writes = rows.flatMap(({ key, row }): RowWrite[] => [
      { table, key, row: undefined } as RowWrite,
      ...others(row as ServiceRows[Table]),
    ])
    await store.write(writes)
  }
}

async function deletePrefix(store: ServiceStore, table: ServiceTable, prefix: string): Promise<number> {
  let deleted = 0
  for (;;) {
    const count = await store.deleteRange(table, { prefix, limit: MAX_READ_ROWS })
    deleted += count
    if (count < MAX_READ_ROWS) return deleted
  }
}
