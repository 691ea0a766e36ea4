import { RegistryError } from '@utpid/core'

/** Returns the reason of an aborted signal as an error. */
export function abortError({ reason }: AbortSignal): RegistryError {
  if (reason instanceof RegistryError) return reason
  return new RegistryError('aborted', 'The client closed the connection before its upload was read.', { cause: reason })
}
