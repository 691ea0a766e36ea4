import type { ErrorCode } from './error-codes.ts'

/**
 * What every operation of the registry and every adapter rejects with.
 *
 * `code` is stable and for programs, `message` is for people and says the cure.
 * Absence is not an error: reads answer `undefined`.
 */
export class RegistryError extends Error {
  override readonly name = 'RegistryError'
  readonly code: ErrorCode
  /** Facts a program may use, for example the UTPID of the survivor. Never a secret. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; details?: Record<string, unknown> } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.details = options.details ?? {}
  }
}
