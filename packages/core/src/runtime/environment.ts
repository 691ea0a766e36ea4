/**
 * The parts of the runtime that core uses besides the language. Every supported runtime has these parts (Node, Deno,
 * Bun, browsers, workers). The caller can replace time, randomness and the function that lets other tasks run.
 */

/** Returns milliseconds since 1970, UTC. */
export type Clock = () => number

/** Returns a uniform random integer of 0 to 2^50 - 1. */
export type Random = () => number

/** Lets other tasks run. Long computations call this function every few milliseconds. */
export type Yield = () => Promise<void>

/** Waits for a time in milliseconds. */
export type Sleep = (milliseconds: number) => Promise<void>

/** The part of AbortSignal that core reads. */
export interface AbortSignalLike {
  readonly aborted: boolean
  readonly reason?: unknown
  /** Adds a listener that stops one long step. Other code reads `aborted` between steps. */
  addEventListener?(type: 'abort', listener: () => void): void
  removeEventListener?(type: 'abort', listener: () => void): void
}

interface CryptoLike {
  getRandomValues(array: Uint32Array): Uint32Array
}
/** A timer. `unref`, if present, lets the process exit before the timer fires. */
interface TimerLike {
  unref?(): void
}
interface TextEncoderLike {
  encode(text: string): Uint8Array
  encodeInto(text: string, bytes: Uint8Array): { read: number; written: number }
}
interface TextDecoderLike {
  decode(bytes: Uint8Array): string
}

const globals = globalThis as unknown as {
  crypto: CryptoLike
  setTimeout(run: () => void, milliseconds: number): TimerLike | number
  queueMicrotask(run: () => void): void
  TextEncoder: new () => TextEncoderLike
  TextDecoder: new (encoding?: string, options?: { fatal: boolean; ignoreBOM?: boolean }) => TextDecoderLike
}

export const textEncoder: TextEncoderLike = new globals.TextEncoder()
export const textDecoder: TextDecoderLike = new globals.TextDecoder()

/** A decoder of UTF-8 that throws on invalid bytes. */
export const strictTextDecoder: TextDecoderLike = new globals.TextDecoder('utf-8', { fatal: true })
/** A decoder of UTF-8 that throws on invalid bytes and keeps a byte order mark. */
export const exactTextDecoder: TextDecoderLike = new globals.TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The default clock. */
export const systemClock: Clock = () => Date.now()

/** The default sleep, which does not keep a process alive. */
export const systemSleep: Sleep = (milliseconds) =>
  new Promise((resolve) => {
    const timer = globals.setTimeout(resolve, milliseconds)
    if (typeof timer === 'object') timer.unref?.()
  })

/** Runs a function right after the current step. Errors of the function are uncaught, since no caller awaits it. */
export function runSoon(run: () => void): void {
  globals.queueMicrotask(run)
}

/** The default random source, which is the cryptographic source of the runtime. */
export const systemRandom: Random = () => {
  const words = globals.crypto.getRandomValues(new Uint32Array(2))
  return ((words[0] as number) & 0x3ffff) * 0x1_0000_0000 + (words[1] as number)
}

/**
 * The default yield function, which runs only pending promises. In a server that must respond meanwhile, pass `yield:
 * () => setImmediate()`.
 */
export const yieldToPromises: Yield = () => Promise.resolve()
