/** All features of the runtime that this package uses, where available. */

interface TimerLike {
  unref?(): void
}
/** The use of the event loop. Callers should only read the share. */
export interface LoopUse {
  readonly utilization: number
}
interface PerformanceLike {
  now(): number
  /** Available only in Node.js. */
  eventLoopUtilization?(before?: LoopUse): LoopUse
}
interface TextEncoderLike {
  encode(text: string): Uint8Array
}
interface TextDecoderLike {
  decode(bytes: Uint8Array): string
}

const globals = globalThis as unknown as {
  performance: PerformanceLike
  setTimeout(run: () => void, milliseconds: number): TimerLike | number
  TextEncoder: new () => TextEncoderLike
  TextDecoder: new () => TextDecoderLike
}

export const textEncoder: TextEncoderLike = new globals.TextEncoder()
export const textDecoder: TextDecoderLike = new globals.TextDecoder()

/** Returns the milliseconds of a monotonic clock. */
export function now(): number {
  return globals.performance.now()
}

/** Runs a function later. The waiting does not keep the process alive. */
export function runLater(milliseconds: number, run: () => void): void {
  const timer = globals.setTimeout(run, milliseconds)
  if (typeof timer === 'object') timer.unref?.()
}

/**
 * Returns the share of time in which this thread was busy.
 *
 * @param before - An earlier result, which starts the measured time. Default: the start of the thread.
 * @returns undefined if the runtime does not measure the use.
 */
export function loopUse(before?: LoopUse): LoopUse | undefined {
  return globals.performance.eventLoopUtilization?.(before)
}
