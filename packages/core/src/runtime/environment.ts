/**
 * Everything outside the language that core uses. Every runtime that core supports has it (Node, Deno, Bun, browsers,
 * workers). Core uses nothing else. Time, randomness and yielding to other work are injected.
 */

/** Milliseconds since 1970, UTC. */
export type Clock = () => number

/** Random integer of 0 to 2^50 - 1, uniform. */
export type Random = () => number

/** Lets other work run; called every few milliseconds of computing. */
export type Yield = () => Promise<void>

/** Resolves after a time in milliseconds. */
export type Sleep = (milliseconds: number) => Promise<void>

/** The part of AbortSignal that core reads. */
export interface AbortSignalLike {
  readonly aborted: boolean
  readonly reason?: unknown
  /** Stops work within one long step. Other code reads `aborted` between steps. */
  addEventListener?(type: 'abort', listener: () => void): void
  removeEventListener?(type: 'abort', listener: () => void): void
}

interface CryptoLike {
  getRandomValues(array: Uint32Array): Uint32Array
}
/** A timer. `unref`, where present, lets the process exit before it fires. */
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
  TextDecoder: new (encoding?: string, options?: { fatal: boolean }) => TextDecoderLike
}

export const textEncoder: TextEncoderLike = new globals.TextEncoder()
export const textDecoder: TextDecoderLike = new globals.TextDecoder()

/** Throws on bytes that are not UTF-8. */
export const strictTextDecoder: TextDecoderLike = new globals.TextDecoder('utf-8', { fatal: true })

/** The default clock. */
export const systemClock: Clock = () => Date.now()

/** The default sleep, which does not keep a process alive. */
export const systemSleep: Sleep = (milliseconds) =>
  new Promise((resolve) => {
    const timer = globals.setTimeout(resolve, milliseconds)
    if (typeof timer === 'object') timer.unref?.()
  })

/** Runs a function right after the current step. Its errors are uncaught, since no caller awaits it. */
export function runSoon(run: () => void): void {
  globals.queueMicrotask(run)
}

/** The default randomness: the runtime's cryptographic source. */
export const systemRandom: Random = () => {
  const words = globals.crypto.getRandomValues(new Uint32Array(2))
  return ((words[0] as number) & 0x3ffff) * 0x1_0000_0000 + (words[1] as number)
}

/**
 * The default yield: runs only pending promises. Pass `yield: () => setImmediate()` in a server that must answer
 * meanwhile.
 */
export const yieldToPromises: Yield = () => Promise.resolve()
