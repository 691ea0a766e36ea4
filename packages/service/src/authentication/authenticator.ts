import { defined, rowKey } from '@utpid/core/storage'
import { LRUCache } from 'lru-cache'
import type { Caller } from '../access/actor.ts'
import { keyPermissions, memberPermissions } from '../access/permissions.ts'
import type { AccountRepository } from '../accounts/repository/account-repository.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Member } from '../model/account.ts'
import type { ApiKey } from '../model/api-key.ts'
import type { ServiceStore } from '../store/service-store.ts'
import { AccountCache, type AccountState } from './account-cache.ts'
import { hashSecret, isSameHash } from './key-hash.ts'
import { parseKeyText } from './key-text.ts'
import type { KeyUses } from './key-uses.ts'

const MAX_KNOWN_KEYS = 10_000
const MAX_UNKNOWN_HASHES = 10_000

/** Milliseconds during which the lookup of an unknown hash is not repeated. */
const UNKNOWN_MS = 10_000

/** The reason why a key was refused. Only the owner's log contains the reason; the caller does not receive it. */
export type RefusalReason = 'malformed' | 'unknown' | 'revoked' | 'expired' | 'rotated' | 'disabled' | 'member'

/** The cause of an `invalid_api_key`. Never return it to the caller. */
export class KeyRefusal {
  readonly reason: RefusalReason
  readonly accountId: string | undefined
  readonly keyId: string | undefined

  constructor(reason: RefusalReason, key?: Pick<ApiKey, 'accountId' | 'id'>) {
    this.reason = reason
    this.accountId = key?.accountId
    this.keyId = key?.id
  }
}

interface KnownKey {
  readonly key: ApiKey
  readonly member: Member | undefined
  /** Revision of the account at the read. A different revision makes the entry stale. */
  readonly revision: number
  /** The caller of this key, for one state of the account. */
  caller?: { readonly state: AccountState; readonly caller: Caller }
}

/** Resolves the secret of an API key to the caller who uses the key. */
export class Authenticator {
  readonly #store: ServiceStore
  readonly #now: () => number
  readonly #accounts: AccountCache
  readonly #uses: KeyUses | undefined
  readonly #known = new LRUCache<string, KnownKey>({ max: MAX_KNOWN_KEYS })
  readonly #unknown = new LRUCache<string, number>({ max: MAX_UNKNOWN_HASHES })

  /** @param uses - Records each use. Absent: uses are not recorded. */
  constructor(repository: AccountRepository, uses?: KeyUses) {
    this.#store = repository.store
    this.#now = () => repository.environment.now()
    this.#accounts = new AccountCache(repository)
    this.#uses = uses
  }

  /**
   * Returns the caller of this key with its current permissions.
   *
   * @throws `invalid_api_key`, with the same message for every defect and a {@link KeyRefusal} as its cause;
   * `account_suspended` for a valid key of a suspended account.
   */
  async authenticate(text: string): Promise<Caller> {
    if (parseKeyText(text) === undefined) throw refusal(new KeyRefusal('malformed'))
    const caller = await this.byHash(hashSecret(text))
    if (caller.key !== undefined) this.#uses?.record(caller.account.id, caller.key.id)
    return caller
  }

  /**
   * Like {@link authenticate}, but takes the hash of a key's secret, which a session stores. The call does not count as
   * a use of the key.
   */
  async byHash(hash: string): Promise<Caller> {
    const now = this.#now()
    const unknownSince = this.#unknown.get(hash)
    if (unknownSince !== undefined && now >= unknownSince && now - unknownSince < UNKNOWN_MS) {
      throw refusal(new KeyRefusal('unknown'))
    }
    const found = await this.#find(hash)
    if (found === undefined) {
      this.#known.delete(hash)
      this.#unknown.set(hash, now)
      throw refusal(new KeyRefusal('unknown'))
    }
    const { known, state } = found
    const reason = refusalReason(known, hash, state, now)
    if (reason !== undefined) throw refusal(new KeyRefusal(reason, known.key))
    if (state.account.row.status !== 'active') {
      throw new ServiceError('account_suspended', 'This account is suspended; ask the operator of the service.')
    }
    return callerOf(known, state)
  }

  /** Stops listening for changes. */
  close(): void {
    this.#accounts.close()
  }

  async #find(hash: string): Promise<{ known: KnownKey; state: AccountState } | undefined> {
    const before = this.#known.get(hash)
    const place =
      before === undefined
        ? (await this.#store.read('key_hashes', [rowKey(hash)]))[0]?.row
        : { accountId: before.key.accountId, keyId: before.key.id }
    if (place === undefined) return undefined
    // Read the account before the key, so that the key has this revision of the account or a later one.
    const state = await this.#accounts.state(place.accountId)
    if (state === undefined) return undefined
    if (before?.revision === state.account.revision) return { known: before, state }
    const [key] = await this.#store.read('api_keys', [rowKey(place.accountId, place.keyId)])
    if (key === undefined) return undefined
    const { assignee } = key.row
    const [member] =
      assignee?.kind === 'member' ? await this.#store.read('members', [rowKey(place.accountId, assignee.id)]) : []
    const known: KnownKey = { key: key.row, member: member?.row, revision: state.account.revision }
    this.#known.set(hash, known)
    return { known, state }
  }
}

/** Returns the reason why a key is invalid now. The reason most useful to the key's owner comes first. */
function refusalReason(
  { key, member }: KnownKey,
  hash: string,
  { account }: AccountState,
  now: number,
): RefusalReason | undefined {
  if (key.revokedAt !== undefined) return 'revoked'
  const keyHash = key.hashes.find((one) => isSameHash(one.hash, hash))
  if (keyHash === undefined || (keyHash.until !== undefined && Date.parse(keyHash.until) <= now)) return 'rotated'
  if (key.expiresAt !== undefined && Date.parse(key.expiresAt) <= now) return 'expired'
  if (key.disabledBy !== undefined) return 'disabled'
  if (key.assignee?.kind !== 'member') return undefined
  const isMemberActive = member !== undefined && memberPermissions(account.row, member).scopes.length > 0
  return isMemberActive ? undefined : 'member'
}

function callerOf(known: KnownKey, state: AccountState): Caller {
  if (known.caller?.state === state) return known.caller.caller
  const { key, member } = known
  const { scopes, suppliers } = keyPermissions(state.account.row, key, member)
  const caller: Caller = {
    account: state.account.row,
    plan: state.plan,
    key,
    ...defined({ member }),
    scopes,
    ...defined({ suppliers }),
  }
  known.caller = { state, caller }
  return caller
}

function refusal(cause: KeyRefusal): ServiceError {
  return new ServiceError('invalid_api_key', 'This key is not valid; send a valid key as Authorization: Bearer KEY.', {
    cause,
  })
}
