import { RegistryError } from '@utpid/core'

export interface LoadRules {
  /** Requests that are worked on at once. Those whose body is still coming do not count. */
  readonly requestsMost: number
  /** Bodies and answers that flow at once, of routes that read or write while they work. */
  readonly streamsMost: number
  /** Bytes of bodies that are held at once, after decompression. */
  readonly bodyBytesMost: number
}

export const LOAD_RULES: LoadRules = { requestsMost: 256, streamsMost: 64, bodyBytesMost: 64_000_000 }

/** How much there is now. */
export interface LoadState {
  readonly requests: number
  readonly streams: number
  readonly bodyBytes: number
}

/** What one request takes up, until it gives it back. */
export interface LoadSlot {
  /** Its body is still coming: meanwhile it is not worked on. @returns what ends that. */
  waitsForBody(): () => void
  /** From now on it flows. @throws `overloaded` */
  becomeStream(): void
  /** Its answer flows, which nobody can refuse any more. */
  streamsAnswer(): void
  /** @throws `overloaded` when they are too many together with those of others. */
  holdBytes(bytes: number): void
  /** All of it; again: nothing. */
  release(): void
}

/**
 * What the process has in hand. More is refused at once and told when to come back: what waits in a queue is answered when
 * nobody waits for it any more, and makes all others wait.
 */
export class LoadLimit {
  readonly #rules: LoadRules
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
    if (!isAlways && this.#requests >= this.#rules.requestsMost) throw overloaded()
    let held: 'request' | 'stream' | 'nothing' = 'nothing'
    let bytes = 0
    const move = (to: typeof held): void => {
      if (held === 'request') this.#requests--
      if (held === 'stream') this.#streams--
      if (to === 'request') this.#requests++
      if (to === 'stream') this.#streams++
      held = to
    }
    move('request')
    return {
      waitsForBody: () => {
        if (held !== 'request') return () => undefined
        move('nothing')
        return () => move('request')
      },
      becomeStream: () => {
        if (this.#streams >= this.#rules.streamsMost) throw overloaded()
        move('stream')
      },
      streamsAnswer: () => move('stream'),
      holdBytes: (more) => {
        if (this.#bodyBytes + more > this.#rules.bodyBytesMost) throw overloaded()
        this.#bodyBytes += more
        bytes += more
      },
      release: () => {
        move('nothing')
        this.#bodyBytes -= bytes
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
