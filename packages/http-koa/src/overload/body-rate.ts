import { performance } from 'node:perf_hooks'
import { HttpError } from '../errors/http-error.ts'

/** Minimum rate of request bodies. */
export interface BodyRateRules {
  /** Maximum milliseconds to receive a body that is not streamed. */
  readonly bodyMs: number
  /** Length in milliseconds of the window in which at least `bytesPerWindow` must arrive. */
  readonly windowMs: number
  readonly bytesPerWindow: number
}

/** Default minimum rate of request bodies. */
export const BODY_RATE_RULES: BodyRateRules = { bodyMs: 30_000, windowMs: 10_000, bytesPerWindow: 10_000 }

/**
 * Rejects bodies that arrive too slowly. The monitor counts only the time spent waiting for the client, not processing
 * time.
 */
export class BodyRateMonitor {
  readonly #rules: BodyRateRules
  readonly #isWhole: boolean
  #waited = 0
  #windowWaited = 0
  #windowBytes = 0

  constructor(rules: BodyRateRules, isWhole: boolean) {
    this.#rules = rules
    this.#isWhole = isWhole
  }

  /** Returns the next chunk. @throws `request_timeout` */
  async next(pieces: AsyncIterator<Buffer>): Promise<IteratorResult<Buffer>> {
    const coming = pieces.next()
    const begun = performance.now()
    try {
      for (;;) {
        const found = await within(coming, this.#remaining(performance.now() - begun))
        if (found !== undefined) {
          if (found.done !== true) this.#windowBytes += found.value.length
          return found
        }
        this.#check(performance.now() - begun)
      }
    } finally {
      const waited = performance.now() - begun
      this.#waited += waited
      this.#windowWaited += waited
      if (this.#windowWaited >= this.#rules.windowMs) this.#nextWindow()
    }
  }

  /** Milliseconds to wait for the next chunk. */
  #remaining(waiting: number): number {
    const window = this.#rules.windowMs - this.#windowWaited - waiting
    const whole = this.#isWhole ? this.#rules.bodyMs - this.#waited - waiting : Number.POSITIVE_INFINITY
    return Math.max(0, Math.min(window, whole))
  }

  #check(waiting: number): void {
    const { bodyMs, windowMs, bytesPerWindow } = this.#rules
    const isLate = this.#isWhole && this.#waited + waiting >= bodyMs
    const isSlow = this.#windowWaited + waiting >= windowMs && this.#windowBytes < bytesPerWindow
    if (isLate || isSlow) throw tooSlow()
    // The wait so far belongs to the window that has ended, so subtract that wait from the new window.
    if (this.#windowWaited + waiting >= windowMs) this.#nextWindow(-waiting)
  }

  #nextWindow(waited = 0): void {
    this.#windowWaited = waited
    this.#windowBytes = 0
  }
}

function tooSlow(): HttpError {
  return new HttpError('request_timeout', 'The body arrives too slowly; send it faster, or split it.')
}

/** Resolves to the promise's value, or to undefined after the given time. */
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
