import { RegistryError } from './registry-error.ts'

/** Returns the error `validation_failed`: the caller gave a wrong value. The message says which value and what to do. */
export function validationError(
  message: string,
  options?: { cause?: unknown; details?: Record<string, unknown> },
): RegistryError {
  return new RegistryError('validation_failed', message, options)
}
