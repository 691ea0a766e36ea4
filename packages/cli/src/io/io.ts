import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { Output } from './output.ts'

/** The environment of a command: streams, variables and signal, but no files. */
export interface Io {
  readonly stdin: Readable
  /** Results. */
  readonly stdout: Output
  /** Progress, notes and errors. */
  readonly stderr: Output
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborted by the first Ctrl-C; a command then ends at the next consistent point. */
  readonly signal: AbortSignal
  /** Waits; rejects with the reason of `signal` when it aborts. */
  sleep(milliseconds: number): Promise<void>
}

/** Returns the streams of the process. */
export function processIo(signal: AbortSignal): Io {
  return {
    stdin: process.stdin,
    stdout: new Output(process.stdout),
    stderr: new Output(process.stderr),
    env: process.env,
    signal,
    sleep: (milliseconds) => sleepUntilAborted(milliseconds, signal),
  }
}

export async function sleepUntilAborted(milliseconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => {
    throw signal.reason
  })
}
