/** Exit codes of the command; documented in the README. */
export const EXIT = {
  /** Success. Rejected records are counted, and are not a failure. */
  ok: 0,
  /** An internal error of utpid. */
  fault: 1,
  /** A wrong command, option or argument. */
  usage: 2,
  /** The requested item is not in the registry. */
  notFound: 3,
  /** A file could not be read, or not one record of it could be used. */
  input: 4,
  /** The registry could not be opened, read or written: missing, locked, or the disk is full. */
  storage: 5,
  /** The registry rejects the operation: a decision or a check contradicts it, or a full feed misses too many records. */
  refused: 6,
  /** The registry is damaged: stored data differs from what was written. Output of the command is incomplete. */
  damaged: 7,
  /** Stopped by SIGHUP: the terminal was closed. */
  hungUp: 129,
  /** Stopped by Ctrl-C. */
  interrupted: 130,
  /** Stopped by SIGTERM. */
  terminated: 143,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]
