import { RegistryError } from '@utpid/core'

interface OriginCall {
  header(name: string): string | undefined
  /** Where the service is reached from outside, if that is known. */
  readonly baseUrl?: string | undefined
}

/**
 * A page of another site may not act for who is signed in here.
 *
 * @throws `invalid_header`
 */
export function checkOrigin({ header, baseUrl }: OriginCall): void {
  const origin = header('origin')
  const host = header('host')
  // A proxy may ask by another host than the page did.
  if (baseUrl !== undefined && origin === baseUrl) return
  if (origin === undefined || host === undefined || origin.replace(/^https?:\/\//, '') === host) return
  throw new RegistryError('invalid_header', 'The header Origin names another site.')
}
