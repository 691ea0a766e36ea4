import { defined, keyPrefix, MAX_READ_ROWS, rowKey } from '@utpid/core/storage'
import type { AccountRepository } from '../accounts/repository/account-repository.ts'
import { isoNow, type ServiceEnvironment } from '../environment/environment.ts'
import type { OwnSession, Session } from '../model/account.ts'
import type { SessionClient } from '../model/sign-in.ts'
import { redactKeys } from '../secrets/redact-keys.ts'
import type { RowWrite, ServiceStore } from '../store/service-store.ts'

/** Minimum milliseconds between two writes of a session's last use. */
export const SESSION_USE_INTERVAL_MS = 300_000

const MAX_USER_AGENT = 300

/** Returns the writes of a new session. */
export function newSessionWrites(
  session: Session,
  ownerId: string,
  hash: string,
  client: SessionClient,
): readonly RowWrite[] {
  const { id, accountId, method, createdAt, expiresAt } = session
  const row: OwnSession = { hash, method, createdAt, expiresAt, lastUsedAt: createdAt, ...shownClient(client) }
  return [
    { table: 'sessions', key: rowKey(hash), row: session, expect: 'absent' },
    { table: 'own_sessions', key: rowKey(accountId, ownerId, id), row, expect: 'absent' },
  ]
}

/** Deletes sessions. */
export async function endSessions(
  store: ServiceStore,
  sessions: readonly { readonly key: string; readonly row: Pick<OwnSession, 'hash'> }[],
): Promise<void> {
  for (let at = 0; at < sessions.length; at += SESSIONS_AT_ONCE) {
    const writes = sessions.slice(at, at + SESSIONS_AT_ONCE).flatMap(({ key, row }): RowWrite[] => [
      { table: 'sessions', key: rowKey(row.hash), row: undefined },
      { table: 'own_sessions', key, row: undefined },
    ])
    await store.write(writes)
  }
}

const SESSIONS_AT_ONCE = 500

/** Reads the sessions of an owner, oldest first, with their keys. */
export async function sessionsOfOwner(
  store: ServiceStore,
  accountId: string,
  ownerId: string,
): Promise<{ readonly key: string; readonly row: OwnSession }[]> {
  const prefix = keyPrefix(accountId, ownerId)
  const rows: { readonly key: string; readonly row: OwnSession }[] = []
  for (let after: string | undefined; ; ) {
    const page = await store.range('own_sessions', { prefix, limit: MAX_READ_ROWS, ...defined({ after }) })
    rows.push(...page)
    after = page.at(-1)?.key
    if (page.length < MAX_READ_ROWS || after === undefined) return rows
  }
}

/** Records the last use of sessions. Callers do not wait for the write. */
export class SessionUses {
  readonly #store: ServiceStore
  readonly #environment: ServiceEnvironment
  readonly #writing = new Set<string>()

  constructor({ store, environment }: Pick<AccountRepository, 'store' | 'environment'>) {
    this.#store = store
    this.#environment = environment
  }

  record(accountId: string, ownerId: string, id: string, client: SessionClient): void {
    const key = rowKey(accountId, ownerId, id)
    if (this.#writing.has(key)) return
    this.#writing.add(key)
    // The next use retries a failed write.
    void this.#write(key, client)
      .catch(() => undefined)
      .finally(() => this.#writing.delete(key))
  }

  async #write(key: string, client: SessionClient): Promise<void> {
    const [stored] = await this.#store.read('own_sessions', [key])
    // A missing row is a session that has just ended. It must not come back.
    if (stored === undefined) return
    const { address: _, userAgent: __, ...row } = stored.row
    const age = this.#environment.now() - Date.parse(row.lastUsedAt)
    const isSameClient = stored.row.address === client.address
    if (age < SESSION_USE_INTERVAL_MS && (isSameClient || client.address === undefined)) return
    const after: OwnSession = { ...row, lastUsedAt: isoNow(this.#environment), ...shownClient(client) }
    await this.#store.write([{ table: 'own_sessions', key, row: after, expect: stored.revision }])
  }
}

function shownClient({ address, userAgent }: SessionClient): SessionClient {
  return {
    ...(address === undefined ? {} : { address }),
    ...(userAgent === undefined ? {} : { userAgent: redactKeys(userAgent).slice(0, MAX_USER_AGENT) }),
  }
}
