import { RegistryError } from '@utpid/core'

interface OriginCall {
  header(name: string): string | undefined
  /** Public URL of the service, if known. */
  readonly baseUrl?: string | undefined
}

/** Values of Sec-Fetch-Site for the service's own pages, and for requests that a person typed. */
const OWN_SITES: ReadonlySet<string> = new Set(['same-origin', 'none'])
const SHOWN_CHARACTERS = 200

/**
 * Rejects cross-site requests in a signed-in browser (CSRF). Without a base URL, compares the origin with the header
 * Host. A page that controls the name of its own host could forge that.
 *
 * @throws `invalid_header`
 */
export function checkOrigin({ header, baseUrl }: OriginCall): void {
  const origin = header('origin')
  if (origin === undefined) {
    const site = header('sec-fetch-site')
    // Not a browser: it sends no cookie by itself.
    if (site === undefined || OWN_SITES.has(site)) return
    throw new RegistryError('invalid_header', 'The header Sec-Fetch-Site shows that another site sent this request.')
  }
  const isOwn = baseUrl === undefined ? origin.replace(/^https?:\/\//, '') === header('host') : origin === baseUrl
  if (isOwn) return
  const expected = baseUrl === undefined ? '' : `; this service is at ${baseUrl}`
  throw new RegistryError(
    'invalid_header',
    `The header Origin names another site, ${origin.slice(0, SHOWN_CHARACTERS)}${expected}.`,
  )
}
