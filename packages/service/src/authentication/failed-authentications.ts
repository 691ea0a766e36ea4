import { RegistryError } from '@utpid/core'
import type { ServiceEnvironment } from '../environment/environment.ts'
import { addressGroup } from '../limits/address-group.ts'
import { BucketCache } from '../limits/bucket-cache.ts'
import type { BucketRule, TokenBucket } from '../limits/token-bucket.ts'
import { AddressTurns } from './address-turns.ts'
import { startOfKey } from './key-text.ts'

const MS = 1_000
/** When a sign-in that waited in vain may be tried again. */
const RETRY_SECONDS = 2

/** Failures of one key prefix, or of one e-mail address, from one client address: at once, and in each minute after. */
export const FAILURES_RULE: BucketRule = { requests: 20, perSeconds: 60 }

/** Failures of one client address with any keys. */
export const KEY_FAILURES_RULE: BucketRule = { requests: 100, perSeconds: 60 }

/** Client addresses that are remembered; of more, those that failed longest ago are forgotten. */
const ADDRESSES_MOST = 50_000

/** How many failures there may be, and how many client addresses are remembered. */
export interface FailureRules {
  readonly pairRule?: BucketRule
  readonly keysRule?: BucketRule
  readonly addressesMost?: number
}

/**
 * Slows down clients that try keys and passwords. Keys, invitations and sessions are looked up first, so a valid one is
 * never refused for the failures of others. Passwords are limited before their hash is computed, by client address and e-mail
 * together: the one alone would lock everybody out who shares an address, the other a member from anywhere. What hashes of many
 * e-mail addresses cost is bounded by turns.
 */
export class FailedAuthentications {
  readonly #keys: FailureBuckets
  readonly #environment: Pick<ServiceEnvironment, 'now'>
  readonly #passwordRule: BucketRule
  readonly #passwords: BucketCache
  readonly #turns: AddressTurns = new AddressTurns(() =>
    throttled('Too many sign-ins wait to be checked', RETRY_SECONDS, 'sign in again'),
  )

  constructor(environment: Pick<ServiceEnvironment, 'now'>, rules: FailureRules = {}) {
    const { pairRule = FAILURES_RULE, addressesMost = ADDRESSES_MOST } = rules
    const { keysRule = KEY_FAILURES_RULE } = rules
    this.#environment = environment
    this.#passwordRule = pairRule
    this.#keys = new FailureBuckets(environment, pairRule, keysRule, addressesMost)
    this.#passwords = new BucketCache(addressesMost)
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
   * Checks a password in turn, unless the address failed too often with this e-mail. It counts as failed until its hash is
   * computed: otherwise many at once would pass the limit.
   *
   * @param address - Of the client.
   * @param check - Throws `invalid_credentials` when the password is wrong.
   * @throws `auth_throttled` with `details.retryAfter` before `check` is called; what `check` throws.
   */
  async tryPassword<Found>(address: string, email: string, check: () => Promise<Found>): Promise<Found> {
    const group = addressGroup(address)
    const pair = pairName(group, email.trim().toLowerCase())
    const known = this.#passwords.known(pair)
    // What is refused in any case waits for nothing.
    if (known !== undefined) this.#refuseEmpty(known)
    return await this.#turns.run(group, async () => {
      // Remembered only now: a bucket is full after a minute, and in a minute turns are too few to push it out.
      const bucket = this.#passwords.bucket(pair, this.#passwordRule, this.#environment.now())
      this.#refuseEmpty(bucket)
      bucket.take()
      try {
        const found = await check()
        bucket.giveBack()
        return found
      } catch (error) {
        if (!isRefusal(error)) bucket.giveBack()
        throw error
      }
    })
  }

  #refuseEmpty(bucket: TokenBucket): void {
    const now = this.#environment.now()
    if (bucket.remaining(now) < 1) refuse(secondsToNext(bucket, now), 'sign in again')
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
  throw throttled('Too many failed authentications from this address', retryAfter, whatThen)
}

function throttled(what: string, retryAfter: number, whatThen: string): RegistryError {
  return new RegistryError('auth_throttled', `${what}; wait ${retryAfter} s, then ${whatThen}.`, {
    details: { retryAfter },
  })
}
