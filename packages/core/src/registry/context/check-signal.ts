import { RegistryError } from '../../model/registry-error.ts'
import type { AbortSignalLike } from '../../runtime/environment.ts'

/** Options every operation takes. */
export interface CallOptions {
  /** Stops the call between two steps; what was committed stays. */
  readonly signal?: AbortSignalLike
}

/**
 * @throws {@link RegistryError} `aborted` when the caller has aborted.
 */
export function checkSignal(signal: AbortSignalLike | undefined): void {
  if (signal?.aborted) {
    throw new RegistryError('aborted', 'The call was aborted. What was committed before stays.', {
      cause: signal.reason,
    })
  }
}
