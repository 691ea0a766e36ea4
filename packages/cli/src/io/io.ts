import type { Readable } from 'node:stream'
import { Output } from './output.ts'

/** Everything a command has to do with the world around it but files. */
export interface Io {
  readonly stdin: Readable
  /** Results. */
  readonly stdout: Output
  /** Talk: progress, notes, errors. */
  readonly stderr: Output
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborted by the first Ctrl-C; a command then ends at the next point where nothing is half done. */
  readonly signal: AbortSignal
}

/** The process's own streams. */
export function processIo(signal: AbortSignal): Io {
  return {
    stdin: process.stdin,
    stdout: new Output(process.stdout),
    stderr: new Output(process.stderr),
    env: process.env,
    signal,
  }
}
