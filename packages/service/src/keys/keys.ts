import { RegistryError } from '@utpid/core'
import { defined, rowKey } from '@utpid/core/storage'
import { type Actor, type CompletionMark, OPERATOR, ownAssignee } from '../access/actor.ts'
import {
  includesPermissions,
  requireAccountScopes,
  requirePermissions,
  requireScope,
  writtenPermissions,
} from '../access/permissions.ts'
import type { AccountRepository, AccountTransaction } from '../accounts/repository/account-repository.ts'
import { hashSecret } from '../authentication/key-hash.ts'
import { makeKeyText, startOfKey } from '../authentication/key-text.ts'
import type { ServiceEnvironment } from '../environment/environment.ts'
import { ServiceError } from '../errors/service-error.ts'
import { parseInput } from '../input/parse-input.ts'
import type { ApiKey, KeyAssignee, KeyHash } from '../model/api-key.ts'
import { checkKey, deleteHash, makeRoom } from './check-key-settings.ts'
import { limitsOwner, newKeyLimits, requireSameBounds, requireUnlimited } from './key-bounds.ts'
import {
  KEY_CHANGE,
  KEY_ROTATION,
  type KeyChange,
  type KeyRotation,
  NEW_KEY,
  type NewKey,
  OVERLAP_SECONDS,
} from './key-input.ts'
import { isUnexpired } from './key-view.ts'

/** Maximum rotated-out secrets of a key that still work. */
const MAX_OLD_TEXTS = 4

const MS = 1_000

/** A key with its secret. The secret is returned only once. */
export interface CreatedKey {
  readonly key: ApiKey
  readonly text: string
}

/**
 * Creates and changes the keys of accounts. An actor cannot create, change or rotate a key with more permissions than
 * the actor's own, since anyone with the secret can use the key.
 */
export class Keys {
  readonly #repository: AccountRepository

  constructor(repository: AccountRepository) {
    this.#repository = repository
  }

  /**
   * Creates a key. Only the response contains the secret of the key.
   *
   * @throws `insufficient_scope`, `plan_feature_unavailable` if the plan allows no limits of keys, `validation_failed`.
   */
  async create(actor: Actor, accountId: string, input: NewKey, done?: CompletionMark): Promise<CreatedKey> {
    const wanted = parseInput(NEW_KEY, input)
    const make = (transaction: AccountTransaction): Promise<CreatedKey> =>
      putNewKey(transaction, wanted, this.#repository.environment.random)
    return this.#repository.change(accountId, actor, make, done)
  }

  /**
   * Changes the permissions, assignee or expiry of a key. The actor must have all permissions that the key will have.
   */
  async update(actor: Actor, accountId: string, keyId: string, change: KeyChange): Promise<ApiKey> {
    const wanted = parseInput(KEY_CHANGE, change)
    return this.#repository.change(accountId, actor, async (transaction) => {
      const before = await usableKey(transaction, keyId)
      requireMayChange(transaction, before)
      const key = { ...before, ...wanted } as Record<string, unknown>
      for (const [field, value] of Object.entries(wanted)) if (value === null) delete key[field]
      const after = key as unknown as ApiKey
      requireMayChange(transaction, after)
      const { name: _, ...permissionChanges } = wanted
      const power = writtenPermissions(transaction.account, after)
      if (Object.keys(permissionChanges).length > 0) requirePermissions(transaction.permissions, power, 'The key')
      if (actor !== OPERATOR && wanted.scopes !== undefined) requireAccountScopes(transaction.account, wanted.scopes)
      const isGrant =
        'assignee' in wanted || !includesPermissions(writtenPermissions(transaction.account, before), power)
      if (isGrant) requireSameBounds(transaction, after)
      await checkKey(transaction, after, wanted, false)
      transaction.audit('key.updated', keyId, { ...wanted })
      const isLimitSet = 'burstPerSecond' in wanted || 'sustained' in wanted
      return isLimitSet ? await putNewLimits(transaction, after) : putKey(transaction, after)
    })
  }

  /**
   * Gives a key a new secret. Old secrets work until the overlap ends, and never longer than the key itself. With an
   * overlap of 0, old secrets stop working at once.
   */
  async rotate(actor: Actor, accountId: string, keyId: string, rotation: KeyRotation = {}): Promise<CreatedKey> {
    const { overlapSeconds = OVERLAP_SECONDS } = parseInput(KEY_ROTATION, rotation)
    return this.#repository.change(accountId, actor, async (transaction) => {
      const before = await usableKey(transaction, keyId)
      requireMayChange(transaction, before)
      if (!hasKeyPermissions(actor, before))
        requirePermissions(transaction.permissions, writtenPermissions(transaction.account, before), 'The key')
      requireSameBounds(transaction, before)
      const text = makeKeyText(before.mode, this.#repository.environment.random)
      const hash = hashSecret(text)
      const old = oldHashes(before, transaction.now, overlapSeconds)
      const { byOwner, ...rest } = before
      // The actor learns the secret. The key therefore keeps owner permissions only if the actor is an owner.
      const keepsOwnerPermissions =
        byOwner === true && (transaction.permissions.isOwner || hasKeyPermissions(actor, before))
      const own = keepsOwnerPermissions ? { byOwner } : {}
      const key: ApiKey = { ...rest, ...own, start: startOfKey(text), hashes: [{ hash }, ...old] }
      transaction.put({ table: 'api_keys', key: rowKey(accountId, keyId), row: key })
      transaction.put({ table: 'key_hashes', key: rowKey(hash), row: { accountId, keyId }, expect: 'absent' })
      const kept = new Set(old.map((one) => one.hash))
      for (const one of before.hashes) if (!kept.has(one.hash)) deleteHash(transaction, one)
      transaction.audit('key.rotated', keyId, { overlapSeconds, start: key.start })
      return { key, text }
    })
  }

  /**
   * Revokes a key permanently: at once in this process, and within a second in other processes. The call is idempotent.
   */
  async revoke(actor: Actor, accountId: string, keyId: string): Promise<ApiKey> {
    return this.#repository.change(accountId, actor, async (transaction) => {
      const before = await transaction.key(keyId)
      if (before === undefined || !isVisible(transaction, before)) throw noKey()
      requireMayChange(transaction, before)
      if (before.revokedAt !== undefined) return before
      return putRevoked(transaction, before, 'key.revoked')
    })
  }
}

/** Creates a key in a transaction. */
export async function putNewKey(
  transaction: AccountTransaction,
  wanted: NewKey,
  random: ServiceEnvironment['random'],
): Promise<CreatedKey> {
  const { actor, permissions, account } = transaction
  const { mode = 'live', ...rest } = { ...defaultAssignee(transaction), ...wanted }
  const limits = newKeyLimits(transaction, wanted)
  const text = makeKeyText(mode, random)
  const hash = hashSecret(text)
  const key: ApiKey = {
    id: transaction.newId(),
    accountId: account.id,
    ...rest,
    ...limits,
    mode,
    start: startOfKey(text),
    createdAt: transaction.timestamp,
    ...creator(actor),
    ...(permissions.isOwner ? { byOwner: true } : {}),
    hashes: [{ hash }],
  }
  requireMayChange(transaction, key)
  requirePermissions(permissions, writtenPermissions(account, key), 'The key')
  if (actor !== OPERATOR) requireAccountScopes(account, key.scopes)
  await checkKey(transaction, key, rest, true)
  await makeRoom(transaction)
  transaction.put({ table: 'api_keys', key: rowKey(account.id, key.id), row: key, expect: 'absent' })
  transaction.put({
    table: 'key_hashes',
    key: rowKey(hash),
    row: { accountId: account.id, keyId: key.id },
    expect: 'absent',
  })
  transaction.audit('key.created', key.id, { name: key.name, start: key.start, scopes: key.scopes })
  return { key, text }
}

/**
 * Writes a key with changed limits. The limits then belong to the key itself, and apply to the keys that share its
 * limits.
 *
 * @throws `insufficient_scope`: only actors who manage all keys set limits, so that an actor cannot raise the limits of
 * its own key.
 */
async function putNewLimits(transaction: AccountTransaction, { limitsOwnerId: _, ...key }: ApiKey): Promise<ApiKey> {
  requireScope(transaction.permissions, 'keys:write')
  requireUnlimited(transaction)
  for (const { row: other } of await transaction.all('api_keys')) {
    if (other.id === key.id || limitsOwner(other) !== key.id) continue
    const { burstPerSecond: __, sustained: ___, ...rest } = other
    const { burstPerSecond, sustained } = key
    putKey(transaction, {
      ...rest,
      ...defined({ burstPerSecond, sustained }),
    })
  }
  return putKey(transaction, key)
}

function putKey(transaction: AccountTransaction, key: ApiKey): ApiKey {
  transaction.put({ table: 'api_keys', key: rowKey(key.accountId, key.id), row: key })
  return key
}

/** Revokes a key in a transaction. */
export function putRevoked(transaction: AccountTransaction, before: ApiKey, action: string): ApiKey {
  const key: ApiKey = { ...before, revokedAt: transaction.timestamp }
  transaction.put({ table: 'api_keys', key: rowKey(key.accountId, key.id), row: key })
  transaction.audit(action, key.id, { name: key.name, start: key.start })
  return key
}

/** Revokes all keys of a removed member or service. */
export async function revokeAssignedKeys(transaction: AccountTransaction, { kind, id }: KeyAssignee): Promise<void> {
  for (const { row: key } of await transaction.all('api_keys')) {
    if (key.assignee?.kind === kind && key.assignee.id === id && key.revokedAt === undefined) {
      putRevoked(transaction, key, 'key.revoked')
    }
  }
}

/**
 * Removes owner permissions from the keys of a former owner, and from the keys that those keys created. Keys that are
 * assigned to the member have at most the member's permissions anyway.
 */
export async function endOwnerPermissions(transaction: AccountTransaction, memberId: string): Promise<void> {
  const creators = new Set([memberId])
  // A key is older than the keys that it creates, so its creator comes first.
  for (const { row: key } of await transaction.all('api_keys')) {
    if (key.createdBy === undefined || !creators.has(key.createdBy)) continue
    creators.add(key.id)
    const isAssigned = key.assignee?.kind === 'member' && key.assignee.id === memberId
    if (key.byOwner !== true || isAssigned) continue
    const { byOwner: _, ...rest } = key
    putKey(transaction, rest)
    transaction.audit('key.owner.ended', key.id, { name: key.name, start: key.start })
  }
}

export function noKey(): ServiceError {
  return new ServiceError('key_not_found', 'The account has no key with this id; list its keys.')
}

async function usableKey(transaction: AccountTransaction, keyId: string): Promise<ApiKey> {
  const key = await transaction.key(keyId)
  if (key === undefined || !isVisible(transaction, key)) throw noKey()
  if (isUnexpired(key, transaction.now)) return key
  throw new RegistryError('validation_failed', 'This key is revoked or has expired; create a new one.')
}

/** Whether the actor may see the key. An actor who may have only their own keys does not see other keys. */
export function isVisible({ permissions, actor }: AccountTransaction, key: ApiKey): boolean {
  return permissions.scopes.includes('keys:read') || permissions.scopes.includes('keys:write') || isOwn(actor, key)
}

/** @throws `insufficient_scope` unless the actor may change all keys, or may change own keys and owns this key. */
function requireMayChange({ permissions, actor }: AccountTransaction, key: ApiKey): void {
  if (permissions.scopes.includes('keys:own') && isOwn(actor, key)) return
  requireScope(permissions, 'keys:write')
}

function isOwn(actor: Actor, key: ApiKey): boolean {
  if (actor === OPERATOR) return true
  const own = ownAssignee(actor)
  if (own === undefined) return actor.key?.id === key.id
  return key.assignee?.kind === own.kind && key.assignee.id === own.id
}

/** Whether the actor already has all permissions of the key: the actor is the key itself or the member who owns it. */
function hasKeyPermissions(actor: Actor, key: ApiKey): boolean {
  if (actor === OPERATOR) return true
  return actor.key === undefined ? isOwn(actor, key) : actor.key.id === key.id
}

/** Returns the default assignee. An actor who may create only own keys always becomes the assignee. */
function defaultAssignee({ actor, permissions }: AccountTransaction): { assignee?: KeyAssignee } {
  if (actor === OPERATOR || permissions.scopes.includes('keys:write')) return {}
  const assignee = ownAssignee(actor)
  return assignee === undefined ? {} : { assignee }
}

function creator(actor: Actor): { createdBy?: string } {
  if (actor === OPERATOR) return {}
  const id = actor.member?.id ?? actor.key?.id
  return id === undefined ? {} : { createdBy: id }
}

/** Returns the hashes of old secrets that still work for a while. */
function oldHashes({ hashes, expiresAt }: ApiKey, now: number, overlapSeconds: number): KeyHash[] {
  if (overlapSeconds === 0) return []
  const end = Math.min(
    now + overlapSeconds * MS,
    expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt),
  )
  const old = hashes
    .map(({ hash, until }) => ({ hash, end: until === undefined ? end : Math.min(end, Date.parse(until)) }))
    .filter((one) => one.end > now)
    .map((one) => ({ hash: one.hash, until: new Date(one.end).toISOString() }))
  if (old.length <= MAX_OLD_TEXTS) return old
  throw new RegistryError(
    'validation_failed',
    `${old.length} secrets of this key still work; set overlapSeconds: 0 to invalidate them, or wait until one has expired.`,
  )
}
