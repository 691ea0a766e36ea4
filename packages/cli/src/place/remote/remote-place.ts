import { CliError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import { withoutSlashes } from '../../text/without-slashes.ts'

const PROTOCOL = /^https?:\/\//i

/** Somebody waits at a terminal, who sees a wrong address sooner this way. */
export const REMOTE_RETRIES = 3

/** A registry that a service serves. */
export interface RemotePlace {
  readonly baseUrl: string
  readonly key: string
}

/** Whether a registry is named by the address of a service. */
export function isRemote(place: string): boolean {
  return PROTOCOL.test(place)
}

/** A service as the place of a registry: the key stands where addresses have passwords, which are never shown. */
export function placeOfRemote(address: string, key: string): string {
  const url = parsed(address)
  if (url.username !== '' || url.password !== '') {
    throw new CliError(EXIT.usage, 'A key does not belong into the address of a service; set UTPID_KEY.')
  }
  if (url.search !== '' || url.hash !== '') throw notAnAddress()
  // As it came with the environment or from a file.
  url.password = encodeURIComponent(key.trim())
  return url.href
}

export function remotePlace(place: string): RemotePlace {
  const url = parsed(place)
  const key = decodeURIComponent(url.password)
  url.password = ''
  return { baseUrl: withoutSlashes(url.href), key }
}

function parsed(address: string): URL {
  if (isRemote(address) && URL.canParse(address)) return new URL(address)
  throw notAnAddress()
}

function notAnAddress(): CliError {
  return new CliError(EXIT.usage, 'That is no address of a service; give one like http://127.0.0.1:8080.')
}
