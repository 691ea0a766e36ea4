import type { ErrorCode } from './error-codes.ts'

/**
 * The error of all operations of the registry and all adapters.
 *
 * `code` is stable and for programs. `message` is for people and describes the solution. A missing item is not an
 * error: reads return `undefined`.
 */
export class RegistryError extends Error {
  override readonly name = 'RegistryError'
  readonly code: ErrorCode
  /** The data of the error for programs, for example the UTPID of the survivor. The data never contains a secret. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; details?: Record<string, unknown> } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.details = options.details ?? {}
  }
}
