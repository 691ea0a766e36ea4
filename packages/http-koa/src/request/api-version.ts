import { HttpError } from '../errors/http-error.ts'

/** The newest version of the API. It is independent of the package versions. */
export const API_VERSION = 1

/** Supported versions: the newest version, and each older version until 12 months after its successor appeared. */
export const SERVED_VERSIONS: readonly number[] = [1]

/**
 * Returns the API version of the response: the version in the header `Utpid-Api-Version`, else the version of the
 * account.
 *
 * @throws `invalid_header` for an unsupported version, with the list of supported versions.
 */
export function apiVersionOf(header: string | undefined, ofAccount: number | undefined): number {
  if (header === undefined) {
    // The account's version may no longer be supported.
    return ofAccount !== undefined && SERVED_VERSIONS.includes(ofAccount) ? ofAccount : API_VERSION
  }
  const asked = /^\d{1,6}$/.test(header) ? Number(header) : undefined
  if (asked !== undefined && SERVED_VERSIONS.includes(asked)) return asked
  throw new HttpError(
    'invalid_header',
    `Utpid-Api-Version "${header.slice(0, 40)}" is not supported; use one of: ${SERVED_VERSIONS.join(', ')}.`,
    { details: { versions: SERVED_VERSIONS } },
  )
}
