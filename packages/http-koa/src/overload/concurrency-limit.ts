import { HttpError } from '../errors/http-error.ts'

/** Concurrency limits. */
export interface ConcurrencyRules {
  /** Maximum concurrent requests. Requests whose body is still arriving do not count. */
  readonly maxRequests: number
  /** Maximum concurrent streams. A stream is a request whose body is read, or whose response is written, in chunks. */
  readonly maxStreams: number
  /** Maximum bytes of all bodies in memory, after decompression. */
  readonly maxBodyBytes: number
}

/** Default concurrency limits. */
export const CONCURRENCY_RULES: ConcurrencyRules = { maxRequests: 256, maxStreams: 64, maxBodyBytes: 64_000_000 }

/** The current load. */
export interface LoadState {
  readonly requests: number
  readonly streams: number
  readonly bodyBytes: number
}

/** The resources that one request uses until it releases them. */
export interface RequestSlot {
  /**
   * Assigns the request to an account, so that it counts towards the account's share.
   *
   * @throws `overloaded` if the account already uses its share.
   */
  assignTo(holder: string): void
  /** Stops counting the request while its body arrives. @returns a function that starts counting the request again. */
  pauseForBody(): () => void
  /** Counts the request as a stream. A repeated call has no effect. @throws `overloaded` */
  becomeStream(): void
  /** Counts bytes of a body in memory. @throws `overloaded` if all bodies together exceed the limit. */
  holdBytes(bytes: number): void
  /** Releases all resources. A repeated call has no effect. */
  release(): void
}

/**
 * An account may use at most this many times the free capacity. A single account can therefore use 3/4 of the total.
 * Each of several accounts can use less.
 */
const SHARE = 3

/** Resources that one account uses. */
interface AccountLoad {
  slots: number
  requests: number
  streams: number
  bodyBytes: number
}

/**
 * Limits concurrent requests. Rejects excess requests at once with a retry time. A queue would delay all requests, and
 * would answer requests whose clients have given up. Some capacity stays free for accounts without running requests.
 */
export class ConcurrencyLimit {
  readonly #rules: ConcurrencyRules
  readonly #accountLoads = new Map<string, AccountLoad>()
  #requests = 0
  #streams = 0
  #bodyBytes = 0

  constructor(rules: Partial<ConcurrencyRules> = {}) {
    this.#rules = { ...CONCURRENCY_RULES, ...rules }
  }

  get state(): LoadState {
    return { requests: this.#requests, streams: this.#streams, bodyBytes: this.#bodyBytes }
  }

  /** Admits a request. @param isExempt - Whether the route is exempt from load shedding. @throws `overloaded` */
  enter(isExempt: boolean): RequestSlot {
    const { maxRequests, maxStreams, maxBodyBytes } = this.#rules
    if (!isExempt && this.#requests >= maxRequests) throw overloaded()
    let held: 'request' | 'stream' | 'nothing' = 'nothing'
    let bytes = 0
    let accountId: string | undefined
    let accountLoad: AccountLoad | undefined
    const add = (what: typeof held, sign: 1 | -1): void => {
      if (what === 'request') this.#requests += sign
      if (what === 'stream') this.#streams += sign
      if (accountLoad === undefined) return
      if (what === 'request') accountLoad.requests += sign
      if (what === 'stream') accountLoad.streams += sign
    }
    const move = (to: typeof held): void => {
      add(held, -1)
      add(to, 1)
      held = to
    }
    move('request')
    return {
      assignTo: (name) => {
        if (isExempt || accountId !== undefined) return
        const known = this.#accountLoads.get(name) ?? { slots: 0, requests: 0, streams: 0, bodyBytes: 0 }
        if (known.requests >= SHARE * (maxRequests - this.#requests + 1)) throw shareExceeded()
        accountId = name
        accountLoad = known
        accountLoad.slots++
        if (held === 'request') accountLoad.requests++
        this.#accountLoads.set(name, accountLoad)
      },
      becomeStream: () => {
        if (held === 'stream') return
        const free = maxStreams - this.#streams
        if (free <= 0) throw overloaded()
        if (accountLoad !== undefined && accountLoad.streams >= SHARE * free) throw shareExceeded()
        move('stream')
      },
      pauseForBody: () => {
        if (held !== 'request') return () => undefined
        move('nothing')
        return () => move('request')
      },
      holdBytes: (more) => {
        const free = maxBodyBytes - this.#bodyBytes
        if (more > free) throw overloaded()
        // If the account has no other body in memory, the limit of its share does not apply.
        const others = (accountLoad?.bodyBytes ?? 0) - bytes
        if (accountLoad !== undefined && others > 0 && accountLoad.bodyBytes + more > SHARE * (free - more))
          throw shareExceeded()
        this.#bodyBytes += more
        bytes += more
        if (accountLoad !== undefined) accountLoad.bodyBytes += more
      },
      release: () => {
        move('nothing')
        this.#bodyBytes -= bytes
        if (accountId !== undefined && accountLoad !== undefined) {
          accountLoad.bodyBytes -= bytes
          accountLoad.slots--
          if (accountLoad.slots === 0) this.#accountLoads.delete(accountId)
          accountLoad = undefined
        }
        bytes = 0
      },
    }
  }
}

function overloaded(): HttpError {
  return new HttpError('overloaded', 'The service is overloaded; try again after Retry-After.', {
    details: { retryAfter: 1 },
  })
}

/** Returns the error for an account that exceeds its share. */
function shareExceeded(): HttpError {
  return new HttpError(
    'overloaded',
    'This account exceeds its share of concurrent requests; try again after Retry-After.',
    { details: { retryAfter: 1 } },
  )
}
