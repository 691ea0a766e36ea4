import { RegistryError } from '@utpid/core'

/**
 * A page of another site may not act for who is signed in here.
 *
 * @throws `invalid_header`
 */
export function checkOrigin({ header }: { header(name: string): string | undefined }): void {
  const origin = header('origin')
  const host = header('host')
  if (origin === undefined || host === undefined || origin.replace(/^https?:\/\//, '') === host) return
  throw new RegistryError('invalid_header', 'The header Origin names another site.')
}
