import { RegistryError } from '@utpid/core'
import { CodedError } from '@utpid/core/codes'

/** Returns the reason of an aborted signal as an error. */
export function abortError({ reason }: AbortSignal): CodedError {
  if (reason instanceof CodedError) return reason
  return new RegistryError('aborted', 'The client closed the connection before its upload was read.', { cause: reason })
}
