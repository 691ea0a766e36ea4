import { RegistryError } from '@utpid/core'
import type { ServiceEnvironment } from '../environment.ts'
import { startOfKey } from '../keys/key-text.ts'
import { addressGroup } from './address-group.ts'
import { BucketCache } from './bucket-cache.ts'
import type { BucketRule, TokenBucket } from './token-bucket.ts'

const MS = 1_000

/** Failures of one key prefix, or of one e-mail address, from one client address: at once, and in each minute after. */
export const FAILURES_RULE: BucketRule = { requests: 20, perSeconds: 60 }

/** Failures of one client address with any keys. */
export const KEY_FAILURES_RULE: BucketRule = { requests: 100, perSeconds: 60 }

/** Failures of one client address with passwords of any members: each costs a slow hash. */
export const PASSWORD_FAILURES_RULE: BucketRule = { requests: 60, perSeconds: 60 }

/** Client addresses that are remembered; of more, those that failed longest ago are forgotten. */
const ADDRESSES_MOST = 50_000

/** How many failures there may be, and how many client addresses are remembered. */
export interface FailureRules {
  readonly pairRule?: BucketRule
  readonly keysRule?: BucketRule
  readonly passwordsRule?: BucketRule
  readonly addressesMost?: number
}

/**
 * Slows down clients that try keys and passwords. Keys, invitations and sessions are looked up first, so a valid one is
 * never refused for the failures of others. Passwords are limited before their hash is computed; limits never span
 * client addresses, so nobody locks a member out from elsewhere.
 */
export class FailedAuthentications {
  readonly #keys: FailureBuckets
  readonly #passwords: FailureBuckets

  constructor(environment: Pick<ServiceEnvironment, 'now'>, rules: FailureRules = {}) {
    const { pairRule = FAILURES_RULE, addressesMost = ADDRESSES_MOST } = rules
    const { keysRule = KEY_FAILURES_RULE, passwordsRule = PASSWORD_FAILURES_RULE } = rules
    this.#keys = new FailureBuckets(environment, pairRule, keysRule, addressesMost)
    this.#passwords = new FailureBuckets(environment, pairRule, passwordsRule, addressesMost)
  }

  /**
   * Looks up a key or an invitation, and counts it when it is not valid.
   *
   * @param address - Of the client.
   * @param text - Of the key or invitation.
   * @param find - Throws `invalid_api_key` or `invalid_credentials` when it is not valid.
   * @throws `auth_throttled` with `details.retryAfter` instead, when the address failed too often with this prefix or in
   *   all; what `find` throws.
   */
  async lookUp<Found>(address: string, text: string, find: () => Promise<Found>): Promise<Found> {
    try {
      return await find()
    } catch (error) {
      if (isRefusal(error)) refuse(this.#keys.take(address, startOfKey(text)), 'send a valid key')
      throw error
    }
  }

  /**
   * Checks a password, unless the address failed too often. It counts as failed until its hash is computed: otherwise
   * many at once would pass the limit.
   *
   * @param address - Of the client.
   * @param check - Throws `invalid_credentials` when the password is wrong.
   * @throws `auth_throttled` with `details.retryAfter` before `check` is called; what `check` throws.
   */
  async tryPassword<Found>(address: string, email: string, check: () => Promise<Found>): Promise<Found> {
    const name = email.trim().toLowerCase()
    refuse(this.#passwords.take(address, name), 'sign in again')
    try {
      const found = await check()
      this.#passwords.giveBack(address, name)
      return found
    } catch (error) {
      if (!isRefusal(error)) this.#passwords.giveBack(address, name)
      throw error
    }
  }
}

/** A bucket for each client address, and one for each pair of it and what it tries. */
class FailureBuckets {
  readonly #environment: Pick<ServiceEnvironment, 'now'>
  readonly #pairRule: BucketRule
  readonly #addressRule: BucketRule
  readonly #pairs: BucketCache
  readonly #addresses: BucketCache

  constructor(
    environment: Pick<ServiceEnvironment, 'now'>,
    pairRule: BucketRule,
    addressRule: BucketRule,
    addressesMost: number,
  ) {
    this.#environment = environment
    this.#pairRule = pairRule
    this.#addressRule = addressRule
    this.#pairs = new BucketCache(addressesMost)
    this.#addresses = new BucketCache(addressesMost)
  }

  /** Takes one failure out of both buckets. @returns seconds to wait when one of them is empty; nothing is taken then. */
  take(address: string, tried: string): number | undefined {
    const now = this.#environment.now()
    const group = addressGroup(address)
    const whole = this.#addresses.bucket(group, this.#addressRule, now)
    // An address that is out of failures adds no pairs: it cannot push out those of others.
    if (whole.remaining(now) < 1) return secondsToNext(whole, now)
    const pair = this.#pairs.bucket(pairName(group, tried), this.#pairRule, now)
    if (pair.remaining(now) < 1) return secondsToNext(pair, now)
    whole.take()
    pair.take()
    return undefined
  }

  giveBack(address: string, tried: string): void {
    const group = addressGroup(address)
    this.#addresses.known(group)?.giveBack()
    this.#pairs.known(pairName(group, tried))?.giveBack()
  }
}

function pairName(group: string, tried: string): string {
  return `${group} ${tried}`
}

function secondsToNext(bucket: TokenBucket, now: number): number {
  return Math.ceil(bucket.millisecondsToNext(now) / MS)
}

/** Whether the key, invitation or password was wrong, and not the rest of the request. */
function isRefusal(error: unknown): boolean {
  return error instanceof RegistryError && ['invalid_credentials', 'invalid_api_key'].includes(error.code)
}

/** @throws `auth_throttled` unless there is nothing to wait for. */
function refuse(retryAfter: number | undefined, whatThen: string): void {
  if (retryAfter === undefined) return
  throw new RegistryError(
    'auth_throttled',
    `Too many failed authentications from this address; wait ${retryAfter} s, then ${whatThen}.`,
    { details: { retryAfter } },
  )
}
