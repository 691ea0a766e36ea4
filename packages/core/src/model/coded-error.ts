/** Data of a {@link CodedError} besides its code and message. */
export interface ErrorData {
  readonly cause?: unknown
  readonly details?: Record<string, unknown>
}

/**
 * Error with a stable code: of a registry or storage (`RegistryError`), or of a package that adds codes of its own.
 *
 * `code` is for programs. `message` is for people and says what to do.
 */
export abstract class CodedError extends Error {
  abstract readonly code: string
  /** Data for programs, for example the UTPID of the survivor. Never a secret. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(message: string, { cause, details = {} }: ErrorData = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.details = details
  }
}
