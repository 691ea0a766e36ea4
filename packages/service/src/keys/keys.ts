import { RegistryError } from '@utpid/core'
import { rowKey } from '@utpid/core/storage'
import { type Actor, type DoneMark, OPERATOR, ownAssignee } from '../access/actor.ts'
import { holds, requireHeld, requireOfAccount, requireScope, writtenPower } from '../access/power.ts'
import type { AccountBook, AccountStep } from '../accounts/repository/account-book.ts'
import { hashSecret } from '../authentication/key-hash.ts'
import { makeKeyText, startOfKey } from '../authentication/key-text.ts'
import type { ServiceEnvironment } from '../environment/environment.ts'
import { parseInput } from '../input/parse-input.ts'
import type { ApiKey, KeyAssignee, KeyHash } from '../model/api-key.ts'
import { checkKey, makeRoom, putHashGone } from './check-key.ts'
import { limitsOfNew, limitsOwner, requireBoundAlike, requireUnlimited } from './key-bounds.ts'
import {
  KEY_CHANGE,
  KEY_ROTATION,
  type KeyChange,
  type KeyRotation,
  NEW_KEY,
  type NewKey,
  OVERLAP_SECONDS,
} from './key-input.ts'
import { isCounted } from './key-view.ts'

/** Maximum rotated-out texts of a key that still work. */
const OLD_TEXTS_MOST = 4

const MS = 1_000

/** A key with its text, which is returned only once. */
export interface MadeKey {
  readonly key: ApiKey
  readonly text: string
}

/**
 * Creates and changes the keys of accounts. Nobody creates, changes or rotates a key with more permissions than their
 * own, since anyone with the text can use the key.
 */
export class Keys {
  readonly #book: AccountBook

  constructor(book: AccountBook) {
    this.#book = book
  }

  /**
   * Creates a key. Its text is in the response and nowhere else.
   *
   * @throws `insufficient_scope`, `plan_feature_unavailable` for limits of its own, `validation_failed`.
   */
  async create(actor: Actor, accountId: string, input: NewKey, done?: DoneMark): Promise<MadeKey> {
    const wanted = parseInput(NEW_KEY, input)
    const make = (step: AccountStep): Promise<MadeKey> => putNewKey(step, wanted, this.#book.environment.random)
    return this.#book.change(accountId, actor, make, done)
  }

  /**
   * Changes the permissions, assignee or expiry of a key. The actor must have all permissions that the key will have.
   */
  async update(actor: Actor, accountId: string, keyId: string, change: KeyChange): Promise<ApiKey> {
    const wanted = parseInput(KEY_CHANGE, change)
    return this.#book.change(accountId, actor, async (step) => {
      const before = await openKey(step, keyId)
      requireOwn(step, before)
      const key = { ...before, ...wanted } as Record<string, unknown>
      for (const [field, value] of Object.entries(wanted)) if (value === null) delete key[field]
      const after = key as unknown as ApiKey
      requireOwn(step, after)
      const { name: _, ...powers } = wanted
      const power = writtenPower(step.account, after)
      if (Object.keys(powers).length > 0) requireHeld(step.power, power, 'The key')
      if (actor !== OPERATOR && wanted.scopes !== undefined) requireOfAccount(step.account, wanted.scopes)
      const isGiven = 'assignee' in wanted || !holds(writtenPower(step.account, before), power)
      if (isGiven) requireBoundAlike(step, after)
      await checkKey(step, after, wanted, false)
      step.audit('key.updated', keyId, { ...wanted })
      const isLimitSet = 'burstPerSecond' in wanted || 'sustained' in wanted
      return isLimitSet ? await putNewLimits(step, after) : putKey(step, after)
    })
  }

  /**
   * Gives a key a new text. Old texts work until the overlap ends, and never longer than the key itself. With an
   * overlap of 0 they stop working at once.
   */
  async rotate(actor: Actor, accountId: string, keyId: string, rotation: KeyRotation = {}): Promise<MadeKey> {
    const { overlapSeconds = OVERLAP_SECONDS } = parseInput(KEY_ROTATION, rotation)
    return this.#book.change(accountId, actor, async (step) => {
      const before = await openKey(step, keyId)
      requireOwn(step, before)
      if (!isSelf(actor, before)) requireHeld(step.power, writtenPower(step.account, before), 'The key')
      requireBoundAlike(step, before)
      const text = makeKeyText(before.mode, this.#book.environment.random)
      const hash = hashSecret(text)
      const old = rotatedOut(before, step.now, overlapSeconds)
      const { byOwner, ...rest } = before
      // The actor learns the text. The key therefore keeps owner permissions only if the actor is an owner.
      const isOwners = byOwner === true && (step.power.isOwner || isSelf(actor, before))
      const own = isOwners ? { byOwner } : {}
      const key: ApiKey = { ...rest, ...own, start: startOfKey(text), hashes: [{ hash }, ...old] }
      step.put({ table: 'api_keys', key: rowKey(accountId, keyId), row: key })
      step.put({ table: 'key_hashes', key: rowKey(hash), row: { accountId, keyId }, expect: 'absent' })
      const kept = new Set(old.map((one) => one.hash))
      for (const one of before.hashes) if (!kept.has(one.hash)) putHashGone(step, one)
      step.audit('key.rotated', keyId, { overlapSeconds, start: key.start })
      return { key, text }
    })
  }

  /** Revokes a key permanently: at once in this process, and within a second in others. It is idempotent. */
  async revoke(actor: Actor, accountId: string, keyId: string): Promise<ApiKey> {
    return this.#book.change(accountId, actor, async (step) => {
      const before = await step.key(keyId)
      if (before === undefined || !isSeen(step, before)) throw noKey()
      requireOwn(step, before)
      if (before.revokedAt !== undefined) return before
      return putRevoked(step, before, 'key.revoked')
    })
  }
}

/** Creates a key in a transaction. */
export async function putNewKey(
  step: AccountStep,
  wanted: NewKey,
  random: ServiceEnvironment['random'],
): Promise<MadeKey> {
  const { actor, power, account } = step
  const { mode = 'live', ...rest } = { ...ownAssigneeOnly(step), ...wanted }
  const limits = limitsOfNew(step, wanted)
  const text = makeKeyText(mode, random)
  const hash = hashSecret(text)
  const key: ApiKey = {
    id: step.newId(),
    accountId: account.id,
    ...rest,
    ...limits,
    mode,
    start: startOfKey(text),
    createdAt: step.at,
    ...creator(actor),
    ...(power.isOwner ? { byOwner: true } : {}),
    hashes: [{ hash }],
  }
  requireOwn(step, key)
  requireHeld(power, writtenPower(account, key), 'The key')
  if (actor !== OPERATOR) requireOfAccount(account, key.scopes)
  await checkKey(step, key, rest, true)
  await makeRoom(step)
  step.put({ table: 'api_keys', key: rowKey(account.id, key.id), row: key, expect: 'absent' })
  step.put({ table: 'key_hashes', key: rowKey(hash), row: { accountId: account.id, keyId: key.id }, expect: 'absent' })
  step.audit('key.created', key.id, { name: key.name, start: key.start, scopes: key.scopes })
  return { key, text }
}

/**
 * Writes a key with other limits. They become its own, and those of the keys that share them.
 *
 * @throws `insufficient_scope`: limits are set by actors who manage all keys; the holder of a key cannot raise them.
 */
async function putNewLimits(step: AccountStep, { limitsWith: _, ...key }: ApiKey): Promise<ApiKey> {
  requireScope(step.power, 'keys:write')
  requireUnlimited(step)
  for (const { row: other } of await step.all('api_keys')) {
    if (other.id === key.id || limitsOwner(other) !== key.id) continue
    const { burstPerSecond: __, sustained: ___, ...rest } = other
    const { burstPerSecond, sustained } = key
    putKey(step, {
      ...rest,
      ...(burstPerSecond === undefined ? {} : { burstPerSecond }),
      ...(sustained === undefined ? {} : { sustained }),
    })
  }
  return putKey(step, key)
}

function putKey(step: AccountStep, key: ApiKey): ApiKey {
  step.put({ table: 'api_keys', key: rowKey(key.accountId, key.id), row: key })
  return key
}

/** Revokes a key in a transaction. */
export function putRevoked(step: AccountStep, before: ApiKey, action: string): ApiKey {
  const key: ApiKey = { ...before, revokedAt: step.at }
  step.put({ table: 'api_keys', key: rowKey(key.accountId, key.id), row: key })
  step.audit(action, key.id, { name: key.name, start: key.start })
  return key
}

export function noKey(): RegistryError {
  return new RegistryError('key_not_found', 'The account has no key with this id; list its keys.')
}

async function openKey(step: AccountStep, keyId: string): Promise<ApiKey> {
  const key = await step.key(keyId)
  if (key === undefined || !isSeen(step, key)) throw noKey()
  if (isCounted(key, step.now)) return key
  throw new RegistryError('validation_failed', 'This key is revoked or has expired; create a new one.')
}

/** An actor who may have only their own keys does not see others. */
export function isSeen({ power, actor }: AccountStep, key: ApiKey): boolean {
  return power.scopes.includes('keys:read') || power.scopes.includes('keys:write') || isOwn(actor, key)
}

/** @throws `insufficient_scope` unless the actor may change all keys, or their own and this is one of them. */
function requireOwn({ power, actor }: AccountStep, key: ApiKey): void {
  if (power.scopes.includes('keys:own') && isOwn(actor, key)) return
  requireScope(power, 'keys:write')
}

function isOwn(actor: Actor, key: ApiKey): boolean {
  if (actor === OPERATOR) return true
  const own = ownAssignee(actor)
  if (own === undefined) return actor.key?.id === key.id
  return key.assignee?.kind === own.kind && key.assignee.id === own.id
}

/** Whether the actor already has all permissions of the key: the key itself, or its member. */
function isSelf(actor: Actor, key: ApiKey): boolean {
  if (actor === OPERATOR) return true
  return actor.key === undefined ? isOwn(actor, key) : actor.key.id === key.id
}

/** For an actor who may create only their own keys, the assignee is set automatically. */
function ownAssigneeOnly({ actor, power }: AccountStep): { assignee?: KeyAssignee } {
  if (actor === OPERATOR || power.scopes.includes('keys:write')) return {}
  const assignee = ownAssignee(actor)
  return assignee === undefined ? {} : { assignee }
}

function creator(actor: Actor): { createdBy?: string } {
  if (actor === OPERATOR) return {}
  const id = actor.member?.id ?? actor.key?.id
  return id === undefined ? {} : { createdBy: id }
}

/** The old texts that still work for a while. */
function rotatedOut({ hashes, expiresAt }: ApiKey, now: number, overlapSeconds: number): KeyHash[] {
  if (overlapSeconds === 0) return []
  const end = Math.min(
    now + overlapSeconds * MS,
    expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt),
  )
  const old = hashes
    .map(({ hash, until }) => ({ hash, end: until === undefined ? end : Math.min(end, Date.parse(until)) }))
    .filter((one) => one.end > now)
    .map((one) => ({ hash: one.hash, until: new Date(one.end).toISOString() }))
  if (old.length <= OLD_TEXTS_MOST) return old
  throw new RegistryError(
    'validation_failed',
    `${old.length} texts of this key still work; set overlapSeconds: 0 to end them, or wait until one has ended.`,
  )
}
