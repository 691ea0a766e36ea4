import { RegistryError } from '@utpid/core'

/** How much is worked on at once. */
export interface LoadRules {
  /** Requests that are worked on at once. Those whose body is still coming do not count. */
  readonly requestsMost: number
  /** Bodies and answers that flow at once, of routes that read or write while they work. */
  readonly streamsMost: number
  /** Bytes of bodies that are held at once, after decompression. */
  readonly bodyBytesMost: number
}

/** How much is worked on at once, unless given otherwise. */
export const LOAD_RULES: LoadRules = { requestsMost: 256, streamsMost: 64, bodyBytesMost: 64_000_000 }

/** How much there is now. */
export interface LoadState {
  readonly requests: number
  readonly streams: number
  readonly bodyBytes: number
}

/** What one request takes up, until it gives it back. */
export interface LoadSlot {
  /**
   * Whose it is, as soon as that is known: it takes part in what one of many may have.
   *
   * @throws `overloaded` when that one has too much already.
   */
  belongsTo(holder: string): void
  /** Its body is still coming: meanwhile it is not worked on. @returns what ends that. */
  waitsForBody(): () => void
  /** From now on it flows; again: nothing. @throws `overloaded` */
  becomeStream(): void
  /** @throws `overloaded` when they are too many together with those of others. */
  holdBytes(bytes: number): void
  /** All of it; again: nothing. */
  release(): void
}

/** An account may have so many times what it would leave to the others: alone three quarters of all, and less the more there are. */
const SHARE = 3

/** What one account has in hand, while it has anything. */
interface Holding {
  slots: number
  requests: number
  streams: number
  bodyBytes: number
}

/**
 * What the process has in hand. More is refused at once and told when to come back: what waits in a queue is answered when
 * nobody waits for it any more, and makes all others wait. Some is always left for an account that has nothing yet.
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

  /** @param isAlways - Of a request that is answered whatever else there is. @throws `overloaded` */
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
        // Alone a body may be as large as any.
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
  return new RegistryError('overloaded', 'More is asked than can be answered in time; come back after Retry-After.', {
    details: { retryAfter: 1 },
  })
}

/** Said to the account that has most of what there is. */
function tooMuch(): RegistryError {
  return new RegistryError(
    'overloaded',
    'This account has more in hand than its share of what can be answered at once; come back after Retry-After.',
    { details: { retryAfter: 1 } },
  )
}
