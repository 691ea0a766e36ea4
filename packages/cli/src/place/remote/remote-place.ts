import { type CliError, usageError } from '../../errors/cli-error.ts'
import { withoutSlashes } from '../../text/without-slashes.ts'

const PROTOCOL = /^https?:\/\//i

/** Few retries, so that a person at a terminal soon sees that an address is wrong. */
export const REMOTE_RETRIES = 3

/** A registry behind a service. */
export interface RemotePlace {
  readonly baseUrl: string
  readonly key: string
}

/** Returns whether the location of a registry is the address of a service. */
export function isRemote(place: string): boolean {
  return PROTOCOL.test(place)
}

/**
 * Encodes a service as the location of a registry. The key becomes the password of the address, and passwords are never
 * shown.
 */
export function placeOfRemote(address: string, key: string): string {
  const url = parsed(address)
  if (url.username !== '' || url.password !== '') {
    throw usageError('The address of a service must not contain a key; set UTPID_KEY.')
  }
  if (url.search !== '' || url.hash !== '') throw notAnAddress()
  // A key from the environment or a file may have surrounding space.
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
  return usageError('This is not the address of a service; use one like http://127.0.0.1:8080.')
}
