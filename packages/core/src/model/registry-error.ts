import { CodedError, type ErrorData } from './coded-error.ts'
import type { ErrorCode } from './error-codes.ts'

/** Error of all operations of the registry and all adapters. A missing item is not an error: reads return `undefined`. */
export class RegistryError extends CodedError {
  override readonly name = 'RegistryError'
  override readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, data?: ErrorData) {
    super(message, data)
    this.code = code
  }
}
