/** Everything this package uses that is not the language itself, where the runtime has it. */

interface TimerLike {
  unref?(): void
}
/** How long the event loop was busy: opaque but for the share. */
export interface LoopUse {
  readonly utilization: number
}
interface PerformanceLike {
  now(): number
  /** Node only. */
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

/** Milliseconds of a clock that is never set back. */
export function now(): number {
  return globals.performance.now()
}

/** Runs something later, without keeping the process alive. */
export function runLater(milliseconds: number, run: () => void): void {
  const timer = globals.setTimeout(run, milliseconds)
  if (typeof timer === 'object') timer.unref?.()
}

/**
 * Share of time for which this thread was busy.
 *
 * @param before - Start of that time; unless given, the start of the thread.
 * @returns Undefined where the runtime does not count.
 */
export function loopUse(before?: LoopUse): LoopUse | undefined {
  return globals.performance.eventLoopUtilization?.(before)
}
