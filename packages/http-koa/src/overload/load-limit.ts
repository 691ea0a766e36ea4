import { RegistryError } from '@utpid/core'

/** Concurrency limits. */
export interface LoadRules {
  /** Maximum concurrent requests. Requests still receiving their body do not count. */
  readonly requestsMost: number
  /** Maximum concurrent streams: bodies and answers that are read or written during the work. */
  readonly streamsMost: number
  /** Maximum bytes of all bodies in memory, after decompression. */
  readonly bodyBytesMost: number
}

/** Default concurrency limits. */
export const LOAD_RULES: LoadRules = { requestsMost: 256, streamsMost: 64, bodyBytesMost: 64_000_000 }

/** The current load. */
export interface LoadState {
  readonly requests: number
  readonly streams: number
  readonly bodyBytes: number
}

/** The resources of one request, until it releases them. */
export interface LoadSlot {
  /**
   * Assigns the request to an account, so that it counts towards the account's share.
   *
   * @throws `overloaded` if the account already uses its share.
   */
  belongsTo(holder: string): void
  /** Stops counting the request while its body arrives. @returns a function that counts it again. */
  waitsForBody(): () => void
  /** Counts the request as a stream. Calling it again has no effect. @throws `overloaded` */
  becomeStream(): void
  /** @throws `overloaded` if all bodies together exceed the limit. */
  holdBytes(bytes: number): void
  /** Releases all resources. Calling it again has no effect. */
  release(): void
}

/** An account may use at most this many times the free capacity: alone 3/4 of the total, less with more accounts. */
const SHARE = 3

/** Resources that one account uses. */
interface Holding {
  slots: number
  requests: number
  streams: number
  bodyBytes: number
}

/**
 * Limits concurrent requests. Rejects excess requests at once with a retry time. A queue would answer requests whose
 * clients have given up, and delay all others. Keeps some capacity free for accounts that use none yet.
 */
export class LoadLimit {
  readonly #rules: LoadRules
  readonly #holdings = new Map<string, Holding>()
  #requests = 0
  #streams = 0
  #bodyBytes = 0

  constructor(rules: Partial<LoadRules> = {}) {
    this.#rules = { ...LOAD_RULES, ...rules }
  }

  get state(): LoadState {
    return { requests: this.#requests, streams: this.#streams, bodyBytes: this.#bodyBytes }
  }

  /** @param isAlways - Exempt from load shedding. @throws `overloaded` */
  enter(isAlways: boolean): LoadSlot {
    const { requestsMost, streamsMost, bodyBytesMost } = this.#rules
    if (!isAlways && this.#requests >= requestsMost) throw overloaded()
    let held: 'request' | 'stream' | 'nothing' = 'nothing'
    let bytes = 0
    let holder: string | undefined
    let holding: Holding | undefined
    const add = (what: typeof held, sign: 1 | -1): void => {
      if (what === 'request') this.#requests += sign
      if (what === 'stream') this.#streams += sign
      if (holding === undefined) return
      if (what === 'request') holding.requests += sign
      if (what === 'stream') holding.streams += sign
    }
    const move = (to: typeof held): void => {
      add(held, -1)
      add(to, 1)
      held = to
    }
    move('request')
    return {
      belongsTo: (name) => {
        if (isAlways || holder !== undefined) return
        const known = this.#holdings.get(name) ?? { slots: 0, requests: 0, streams: 0, bodyBytes: 0 }
        if (known.requests >= SHARE * (requestsMost - this.#requests + 1)) throw tooMuch()
        holder = name
        holding = known
        holding.slots++
        if (held === 'request') holding.requests++
        this.#holdings.set(name, holding)
      },
      becomeStream: () => {
        if (held === 'stream') return
        const free = streamsMost - this.#streams
        if (free <= 0) throw overloaded()
        if (holding !== undefined && holding.streams >= SHARE * free) throw tooMuch()
        move('stream')
      },
      waitsForBody: () => {
        if (held !== 'request') return () => undefined
        move('nothing')
        return () => move('request')
      },
      holdBytes: (more) => {
        const free = bodyBytesMost - this.#bodyBytes
        if (more > free) throw overloaded()
        // The share does not limit an account's only body.
        const others = (holding?.bodyBytes ?? 0) - bytes
        if (holding !== undefined && others > 0 && holding.bodyBytes + more > SHARE * (free - more)) throw tooMuch()
        this.#bodyBytes += more
        bytes += more
        if (holding !== undefined) holding.bodyBytes += more
      },
      release: () => {
        move('nothing')
        this.#bodyBytes -= bytes
        if (holder !== undefined && holding !== undefined) {
          holding.bodyBytes -= bytes
          holding.slots--
          if (holding.slots === 0) this.#holdings.delete(holder)
          holding = undefined
        }
        bytes = 0
      },
    }
  }
}

function overloaded(): RegistryError {
  return new RegistryError('overloaded', 'The service is overloaded; try again after Retry-After.', {
    details: { retryAfter: 1 },
  })
}

/** The error for an account that exceeds its share. */
function tooMuch(): RegistryError {
  return new RegistryError(
    'overloaded',
    'This account exceeds its share of concurrent requests; try again after Retry-After.',
    { details: { retryAfter: 1 } },
  )
}
