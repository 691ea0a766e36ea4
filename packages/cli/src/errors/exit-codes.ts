/** What the command answers to the shell; documented in the README. */
export const EXIT = {
  /** The work was done. Records that were rejected are counted, not a failure. */
  ok: 0,
  /** A fault of utpid itself. */
  fault: 1,
  /** A wrong command, option or argument. */
  usage: 2,
  /** What was asked for is not in the registry. */
  notFound: 3,
  /** A file could not be read, or not one record of it could be used. */
  input: 4,
  /** The registry could not be opened, read or written: missing, locked, the disk full. */
  storage: 5,
  /** The registry refuses: it contradicts what was decided, or a full feed lacks too much, or checks did not pass. */
  refused: 6,
  /** The registry is damaged: what was read is not what was written. Nothing made of it is whole. */
  damaged: 7,
  /** Stopped by SIGHUP: its terminal was closed. */
  hungUp: 129,
  /** Stopped by Ctrl-C. */
  interrupted: 130,
  /** Stopped by SIGTERM. */
  terminated: 143,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]
