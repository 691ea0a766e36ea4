import { RegistryError } from '@utpid/core'

/** Of the API, not of the packages: the newest. */
export const API_VERSION = 1

/** Versions that are answered: the newest, and those that were it within 12 months. */
export const SERVED_VERSIONS: readonly number[] = [1]

/**
 * The version a request is answered in: what its header `Utpid-Api-Version` names, else the account's.
 *
 * @throws `invalid_header` for one that is not served, with the list of those that are.
 */
export function apiVersionOf(header: string | undefined, ofAccount: number | undefined): number {
  if (header === undefined) {
    // An account may have stayed on one that is over.
    return ofAccount !== undefined && SERVED_VERSIONS.includes(ofAccount) ? ofAccount : API_VERSION
  }
  const asked = /^\d{1,6}$/.test(header) ? Number(header) : undefined
  if (asked !== undefined && SERVED_VERSIONS.includes(asked)) return asked
  throw new RegistryError(
    'invalid_header',
    `Utpid-Api-Version is "${header.slice(0, 40)}"; served are: ${SERVED_VERSIONS.join(', ')}.`,
    { details: { versions: SERVED_VERSIONS } },
  )
}
