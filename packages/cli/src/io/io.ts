import type { Readable } from 'node:stream'
import { Output } from './output.ts'

/** The environment of a command, except files. */
export interface Io {
  readonly stdin: Readable
  /** Results. */
  readonly stdout: Output
  /** Progress, notes and errors. */
  readonly stderr: Output
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborted by the first Ctrl-C; a command then ends at the next consistent point. */
  readonly signal: AbortSignal
}

/** Returns the streams of the process. */
export function processIo(signal: AbortSignal): Io {
  return {
    stdin: process.stdin,
    stdout: new Output(process.stdout),
    stderr: new Output(process.stderr),
    env: process.env,
    signal,
  }
}
