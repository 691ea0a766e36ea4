import { performance } from 'node:perf_hooks'
import { RegistryError } from '@utpid/core'

/** How slowly a body may come. */
export interface PaceRules {
  /** A body that is read whole has to be there after so long, milliseconds. */
  readonly bodyMs: number
  /** Of any body at least `bytesPerWindow` come in so many milliseconds. */
  readonly windowMs: number
  readonly bytesPerWindow: number
}

/** How slowly a body may come, unless given otherwise. */
export const PACE_RULES: PaceRules = { bodyMs: 30_000, windowMs: 10_000, bytesPerWindow: 10_000 }

/** Ends bodies that come too slowly. Only waiting for the client counts, not what is done with what came. */
export class BodyPace {
  readonly #rules: PaceRules
  readonly #isWhole: boolean
  #waited = 0
  #windowWaited = 0
  #windowBytes = 0

  constructor(rules: PaceRules, isWhole: boolean) {
    this.#rules = rules
    this.#isWhole = isWhole
  }

  /** The next piece. @throws `request_timeout` */
  async next(pieces: AsyncIterator<Buffer>): Promise<IteratorResult<Buffer>> {
    const coming = pieces.next()
    const begun = performance.now()
    try {
      for (;;) {
        const found = await within(coming, this.#patience(performance.now() - begun))
        if (found !== undefined) {
          if (found.done !== true) this.#windowBytes += found.value.length
          return found
        }
        this.#judge(performance.now() - begun)
      }
    } finally {
      const waited = performance.now() - begun
      this.#waited += waited
      this.#windowWaited += waited
      if (this.#windowWaited >= this.#rules.windowMs) this.#nextWindow()
    }
  }

  /** How long the client may go on waiting now. */
  #patience(waiting: number): number {
    const window = this.#rules.windowMs - this.#windowWaited - waiting
    const whole = this.#isWhole ? this.#rules.bodyMs - this.#waited - waiting : Number.POSITIVE_INFINITY
    return Math.max(0, Math.min(window, whole))
  }

  #judge(waiting: number): void {
    const { bodyMs, windowMs, bytesPerWindow } = this.#rules
    const isLate = this.#isWhole && this.#waited + waiting >= bodyMs
    const isSlow = this.#windowWaited + waiting >= windowMs && this.#windowBytes < bytesPerWindow
    if (isLate || isSlow) throw tooSlow()
    // Time that has been looked at belongs to the window that is over.
    if (this.#windowWaited + waiting >= windowMs) this.#nextWindow(-waiting)
  }

  #nextWindow(waited = 0): void {
    this.#windowWaited = waited
    this.#windowBytes = 0
  }
}

function tooSlow(): RegistryError {
  return new RegistryError('request_timeout', 'The body comes too slowly; send it faster, or in parts.')
}

/** What a promise gives, or undefined when it takes longer. */
async function within<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), Math.ceil(milliseconds))
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
    promise.catch(() => undefined)
  }
}
