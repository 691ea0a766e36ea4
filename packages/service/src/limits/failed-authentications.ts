import { RegistryError } from '@utpid/core'
import ipaddr from 'ipaddr.js'
import type { ServiceEnvironment } from '../environment.ts'
import { BucketCache } from './bucket-cache.ts'
import type { BucketRule } from './token-bucket.ts'

const MS = 1_000

/** Failures that an address may have at once, and in each minute after. */
export const FAILURES_RULE: BucketRule = { requests: 20, perSeconds: 60 }

/** Addresses that are remembered; of more, those that failed longest ago are forgotten. */
const ADDRESSES_MOST = 50_000

const IPV6_GROUPS_OF_NETWORK = 4

/**
 * Slows down who tries keys and passwords, by address. Only failures count: a good key is never refused because of
 * itself, but while its address is shut out it is not looked at.
 */
export class FailedAuthentications {
  readonly #environment: Pick<ServiceEnvironment, 'now'>
  readonly #rule: BucketRule
  readonly #buckets: BucketCache

  constructor(
    environment: Pick<ServiceEnvironment, 'now'>,
    { rule = FAILURES_RULE, addressesMost = ADDRESSES_MOST }: { rule?: BucketRule; addressesMost?: number } = {},
  ) {
    this.#environment = environment
    this.#rule = rule
    this.#buckets = new BucketCache(addressesMost)
  }

  /** Before a key or password is looked at. @throws `auth_throttled` with `details.retryAfter` */
  check(address: string): void {
    const now = this.#environment.now()
    const bucket = this.#buckets.known(addressGroup(address))
    if (bucket === undefined || bucket.remaining(now) >= 1) return
    const retryAfter = Math.ceil(bucket.millisecondsToNext(now) / MS)
    throw new RegistryError(
      'auth_throttled',
      `Too many failed authentications from this address; wait ${retryAfter} s and send a valid key.`,
      { details: { retryAfter } },
    )
  }

  /**
   * Before a password is tried, which takes long: counts as failed until {@link succeeded} says otherwise, so that many at
   * once are no way around.
   *
   * @throws as {@link check}
   */
  begin(address: string): void {
    this.check(address)
    this.failed(address)
  }

  /** What was begun from there was right. */
  succeeded(address: string): void {
    this.#buckets.known(addressGroup(address))?.giveBack()
  }

  /** A key or password from there was wrong. */
  failed(address: string): void {
    const now = this.#environment.now()
    const bucket = this.#buckets.bucket(addressGroup(address), this.#rule, now)
    if (bucket.remaining(now) >= 1) bucket.take()
  }
}

/**
 * What counts as one address: of IPv6 the network of 64 bits, for one customer has all of it; an IPv4 address however
 * it is written.
 */
export function addressGroup(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return parsed.parts
    .slice(0, IPV6_GROUPS_OF_NETWORK)
    .map((part) => part.toString(16))
    .join(':')
}
