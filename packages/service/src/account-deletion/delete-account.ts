import { RegistryError } from '@utpid/core'
import { rowKey } from '@utpid/core/storage'
import type { Actor } from '../access/actor.ts'
import { requireOwner } from '../access/permissions.ts'
import type { AccountRepository } from '../accounts/repository/account-repository.ts'
import { auditAuthor, auditWrite } from '../audit/audit-write.ts'
import { OPERATOR_AUDIT_LOG } from '../audit/list-audit.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { KeptFiles } from '../kept-files/kept-files.ts'
import { requireNoBounds } from '../keys/key-bounds.ts'
import { deleteAccess, deleteHistory, stopWork } from './delete-rows.ts'

const DAY = 86_400_000
/** Days during which the retention job looks for rows that running work wrote after the deletion. */
const LOOK_AGAIN_DAYS = 31
const PAGE = 1_000

/**
 * Deletes accounts. One write removes the account, so that all its keys and sessions end at once. Then its members,
 * keys, webhooks and unfinished jobs go, and the retention job deletes its logs, usage and results. The registry keeps
 * the records and decisions of the account.
 */
export class AccountDeletion {
  readonly #repository: AccountRepository
  readonly #jobs: Jobs
  readonly #files: KeptFiles

  constructor(repository: AccountRepository, jobs: Jobs, files: KeptFiles) {
    this.#repository = repository
    this.#jobs = jobs
    this.#files = files
  }

  /**
   * Deletes an account.
   *
   * @param confirmation - The name of the account.
   * @throws `insufficient_scope` for an actor who is no owner; `validation_failed` for another name, and for the account of
   * the operator.
   */
  async delete(actor: Actor, accountId: string, confirmation: string): Promise<void> {
    const { ids, environment } = this.#repository
    await this.#repository.change(accountId, actor, (transaction) => {
      const { account } = transaction
      requireOwner(transaction.permissions, 'delete it')
      requireNoBounds(transaction)
      if (account.operator === true) {
        throw new RegistryError('validation_failed', 'The account of the operator of the service cannot be deleted.')
      }
      if (confirmation !== account.name) {
        throw new RegistryError(
          'validation_failed',
          `name: write the name of the account to delete it: ${account.name}`,
        )
      }
      transaction.deleteAccount()
      const row = { id: accountId, deletedAt: transaction.timestamp }
      transaction.put({ table: 'deleted_accounts', key: rowKey(accountId), row })
      const what = { action: 'account.deleted', target: accountId, details: { name: account.name } }
      const entry = { author: auditAuthor(actor), accountId: OPERATOR_AUDIT_LOG, ...what }
      transaction.put(auditWrite(ids, environment, entry))
    })
    // If the rest fails here, the job deletes it.
    await this.#jobs.create({ kind: 'retention' })
    await this.#deleteRest(accountId)
  }

  /** Deletes what is left of deleted accounts. The retention job calls this. @returns the number of deleted rows */
  async deleteRemains(signal: AbortSignal): Promise<number> {
    const { store, environment } = this.#repository
    const accounts = await store.range('deleted_accounts', { limit: PAGE })
    let deleted = 0
    for (const { key, row } of accounts) {
      signal.throwIfAborted()
      await this.#deleteRest(row.id)
      deleted += await deleteHistory(store, row.id, signal)
      if (Date.parse(row.deletedAt) > environment.now() - LOOK_AGAIN_DAYS * DAY) continue
      await store.write([{ table: 'deleted_accounts', key, row: undefined }])
    }
    return deleted
  }

  async #deleteRest(accountId: string): Promise<void> {
    const { store } = this.#repository
    await deleteAccess(store, accountId)
    await stopWork(store, this.#jobs, accountId)
    await this.#files.deleteOfAccount(accountId)
  }
}
