import { RegistryError } from '@utpid/core'

/** Why a signal was aborted, as an error of its own. */
export function goneError({ reason }: AbortSignal): RegistryError {
  if (reason instanceof RegistryError) return reason
  return new RegistryError('aborted', 'The client closed the connection before its upload was read.', { cause: reason })
}
