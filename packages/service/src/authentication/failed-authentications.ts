import type { ServiceEnvironment } from '../environment/environment.ts'
import { ServiceError } from '../errors/service-error.ts'
import { addressGroup } from '../limits/address-group.ts'
import { BucketCache } from '../limits/bucket-cache.ts'
import type { BucketRule, TokenBucket } from '../limits/token-bucket.ts'
import { FairQueue } from './fair-queue.ts'
import { startOfKey } from './key-text.ts'

const MS = 1_000
/** Seconds after which a client may retry a dropped sign-in. */
const RETRY_SECONDS = 2

/**
 * The limit of failures of one key prefix, or one e-mail address, from one client address: burst, and rate per minute.
 */
export const FAILURES_RULE: BucketRule = { requests: 20, perSeconds: 60 }

/** The limit of failures from one client address, with any keys. */
export const KEY_FAILURES_RULE: BucketRule = { requests: 100, perSeconds: 60 }

/** Maximum remembered client addresses. The limiter first forgets the address with the oldest failure. */
const MAX_ADDRESSES = 50_000

/** Limits of failures and of remembered client addresses. */
export interface FailureRules {
  readonly pairRule?: BucketRule
  readonly keysRule?: BucketRule
  readonly maxAddresses?: number
}

/**
 * Slows down clients that guess keys and passwords. Keys, invitations and sessions are looked up before the limit
 * applies, so failures of other clients never block a valid key. Passwords are limited before hashing, by client
 * address and e-mail together. A limit by address alone would lock out everybody who shares the address. A limit by
 * e-mail alone would lock out the member everywhere. A fair queue limits the cost of hashes for many e-mail addresses.
 */
export class FailedAuthentications {
  readonly #keys: FailureBuckets
  readonly #environment: Pick<ServiceEnvironment, 'now'>
  readonly #passwordRule: BucketRule
  readonly #passwords: BucketCache
  readonly #queue: FairQueue = new FairQueue(() =>
    throttled('Too many sign-ins are waiting', RETRY_SECONDS, 'sign in again'),
  )

  constructor(environment: Pick<ServiceEnvironment, 'now'>, rules: FailureRules = {}) {
    const { pairRule = FAILURES_RULE, maxAddresses = MAX_ADDRESSES } = rules
    const { keysRule = KEY_FAILURES_RULE } = rules
    this.#environment = environment
    this.#passwordRule = pairRule
    this.#keys = new FailureBuckets(environment, pairRule, keysRule, maxAddresses)
    this.#passwords = new BucketCache(maxAddresses)
  }

  /**
   * Looks up a key or an invitation. An invalid key or invitation counts as a failure.
   *
   * @param address - The client's address.
   * @param text - The secret of the key or invitation.
   * @param find - Throws `invalid_api_key` or `invalid_credentials` for an invalid key or invitation.
   * @throws `auth_throttled` with `details.retryAfter` if the address failed too often, with this prefix or in total;
   * errors of `find`.
   */
  async lookUp<Found>(address: string, text: string, find: () => Promise<Found>): Promise<Found> {
    try {
      return await find()
    } catch (error) {
      if (isRefusal(error)) throwIfThrottled(this.#keys.take(address, startOfKey(text)), 'send a valid key')
      throw error
    }
  }

  /**
   * Checks a password in the fair queue, unless the address failed too often with this e-mail. An attempt counts as
   * failed until its hash is computed; otherwise concurrent attempts would exceed the limit.
   *
   * @param address - The client's address.
   * @param check - Throws `invalid_credentials` for a wrong password.
   * @throws `auth_throttled` with `details.retryAfter` before `check` is called; errors of `check`.
   */
  async tryPassword<Found>(address: string, email: string, check: () => Promise<Found>): Promise<Found> {
    const group = addressGroup(address)
    const pairBucket = pairName(group, email.trim().toLowerCase())
    const known = this.#passwords.cached(pairBucket)
    // An attempt that will be refused anyway does not wait.
    if (known !== undefined) this.#refuseEmpty(known)
    return await this.#queue.run(group, async () => {
      // Create the bucket only now. The bucket is full again after a minute, and in a minute the queue passes too few
      // attempts to evict the bucket.
      const bucket = this.#passwords.bucket(pairBucket, this.#passwordRule, this.#environment.now())
      this.#refuseEmpty(bucket)
      bucket.take()
      try {
        const found = await check()
        bucket.refund()
        return found
      } catch (error) {
        if (!isRefusal(error)) bucket.refund()
        throw error
      }
    })
  }

  #refuseEmpty(bucket: TokenBucket): void {
    const now = this.#environment.now()
    if (bucket.remaining(now) < 1) throwIfThrottled(secondsToNext(bucket, now), 'sign in again')
  }
}

/** A bucket for each client address, and one for each pair of address and key prefix. */
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
    maxAddresses: number,
  ) {
    this.#environment = environment
    this.#pairRule = pairRule
    this.#addressRule = addressRule
    this.#pairs = new BucketCache(maxAddresses)
    this.#addresses = new BucketCache(maxAddresses)
  }

  /**
   * Takes one failure from both buckets.
   *
   * @returns the seconds to wait if a bucket is empty; then neither bucket changes.
   */
  take(address: string, tried: string): number | undefined {
    const now = this.#environment.now()
    const group = addressGroup(address)
    const addressBucket = this.#addresses.bucket(group, this.#addressRule, now)
    // An address without remaining failures adds no pairs, so it cannot evict the pairs of other addresses.
    if (addressBucket.remaining(now) < 1) return secondsToNext(addressBucket, now)
    const pairBucket = this.#pairs.bucket(pairName(group, tried), this.#pairRule, now)
    if (pairBucket.remaining(now) < 1) return secondsToNext(pairBucket, now)
    addressBucket.take()
    pairBucket.take()
    return undefined
  }
}

function pairName(group: string, tried: string): string {
  return `${group} ${tried}`
}

function secondsToNext(bucket: TokenBucket, now: number): number {
  return Math.ceil(bucket.millisecondsToNext(now) / MS)
}

/** Whether the error reports a wrong key, invitation or password, and not another invalid part of the request. */
function isRefusal(error: unknown): boolean {
  return error instanceof ServiceError && ['invalid_credentials', 'invalid_api_key'].includes(error.code)
}

/** @throws `auth_throttled` if the client must wait. */
function throwIfThrottled(retryAfter: number | undefined, nextAction: string): void {
  if (retryAfter === undefined) return
  throw throttled('Too many failed authentications from this address', retryAfter, nextAction)
}

function throttled(what: string, retryAfter: number, nextAction: string): ServiceError {
  return new ServiceError('auth_throttled', `${what}; wait ${retryAfter} s, then ${nextAction}.`, {
    details: { retryAfter },
  })
}
