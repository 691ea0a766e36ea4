import { defined, MAX_READ_ROWS, rowKey, type StoredRow } from '@utpid/core/storage'
import type { AccountRepository } from '../accounts/repository/account-repository.ts'
import type { Member } from '../model/account.ts'
import type { RowWrite } from '../store/service-store.ts'
import type { ServiceRows } from '../store/service-tables.ts'

type ExpiringTable = 'sessions' | 'own_sessions' | 'invitations'

/**
 * Deletes expired sessions and links, and all sessions and links of removed or disabled members.
 *
 * @returns the number of deleted sessions and links.
 */
export async function deleteExpiredSessions(repository: AccountRepository): Promise<number> {
  const sessions = await deleteExpiredRows(repository, 'sessions', async (rows) => {
    const keys = rows.map(({ row }) => (row.member === undefined ? '' : rowKey(row.accountId, row.member.id)))
    const members = await readMembers(repository, keys)
    return rows.filter(({ row: { member } }, at) => {
      return member !== undefined && members.get(keys[at] as string)?.sessionsEnded !== member.sessionsEnded
    })
  })
  const links = await deleteExpiredRows(repository, 'invitations', async (rows) => {
    const keys = rows.map(({ row }) => rowKey(row.accountId, row.memberId))
    const members = await readMembers(repository, keys)
    return rows.filter(({ key }, at) => {
      const { invitation } = members.get(keys[at] as string) ?? {}
      return invitation === undefined || rowKey(invitation) !== key
    })
  })
  await deleteExpiredRows(repository, 'own_sessions', async (rows) => {
    const stored =
      rows.length === 0 ? [] : await repository.store.read('sessions', [...rows.map(({ row }) => rowKey(row.hash))])
    return rows.filter((_, at) => stored[at] === undefined)
  })
  return sessions + links
}

async function readMembers(repository: AccountRepository, keys: readonly string[]): Promise<Map<string, Member>> {
  const asked = [...new Set(keys.filter((key) => key !== ''))]
  const stored = asked.length === 0 ? [] : await repository.store.read('members', asked)
  return new Map(stored.flatMap((member) => (member === undefined ? [] : [[member.key, member.row]])))
}

/** @param alsoInvalid - Selects rows that are invalid although they have not expired. */
async function deleteExpiredRows<Table extends ExpiringTable>(
  { store, environment }: AccountRepository,
  table: Table,
  alsoInvalid: (rows: readonly StoredRow<ServiceRows[Table]>[]) => Promise<readonly { readonly key: string }[]>,
): Promise<number> {
  const now = environment.now()
  let deleted = 0
  let after: string | undefined
  for (;;) {
    const rows = await store.range(table, { limit: MAX_READ_ROWS, ...defined({ after }) })
    const expired = rows.filter(({ row }) => Date.parse(row.expiresAt) <= now)
    const invalidKeys = [...new Set([...expired, ...(await alsoInvalid(rows))].map(({ key }) => key))]
    if (invalidKeys.length > 0)
      await store.write(invalidKeys.map((key): RowWrite => ({ table: table as 'sessions', key, row: undefined })))
    deleted += invalidKeys.length
    after = rows.at(-1)?.key
    if (rows.length < MAX_READ_ROWS) return deleted
  }
}
