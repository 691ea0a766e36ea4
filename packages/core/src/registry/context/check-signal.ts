import { RegistryError } from '../../model/registry-error.ts'
import type { AbortSignalLike } from '../../runtime/environment.ts'

/** The options of every operation. */
export interface CallOptions {
  /** A signal that stops the call between two transactions. Committed transactions stay. */
  readonly signal?: AbortSignalLike
}

/**
 * Checks whether the caller has aborted.
 *
 * @throws {@link RegistryError} `aborted` if the caller has aborted.
 */
export function checkSignal(signal: AbortSignalLike | undefined): void {
  if (signal?.aborted) {
    throw new RegistryError('aborted', 'The call was aborted. Data committed before the abort stays.', {
      cause: signal.reason,
    })
  }
}
