import { RegistryError } from '@utpid/core'

interface OriginCall {
  header(name: string): string | undefined
  /** Where the service is reached from outside, if that is known. */
  readonly baseUrl?: string | undefined
}

/** What browsers say of requests of the service's own pages, and of those that a person made by hand. */
const OWN_SITES: ReadonlySet<string> = new Set(['same-origin', 'none'])
const SHOWN_CHARACTERS = 200

/**
 * Refuses requests that a page of another site makes for who is signed in here. Without a base URL the origin is compared
 * with the host that was asked, which a page can choose when it controls the name of its own host.
 *
 * @throws `invalid_header`
 */
export function checkOrigin({ header, baseUrl }: OriginCall): void {
  const origin = header('origin')
  if (origin === undefined) {
    const site = header('sec-fetch-site')
    // No browser: it sends no cookie that a person has not given it.
    if (site === undefined || OWN_SITES.has(site)) return
    throw new RegistryError('invalid_header', 'The header Sec-Fetch-Site says that another site asks.')
  }
  const isOwn = baseUrl === undefined ? origin.replace(/^https?:\/\//, '') === header('host') : origin === baseUrl
  if (isOwn) return
  const expected = baseUrl === undefined ? '' : `; this service is at ${baseUrl}`
  throw new RegistryError(
    'invalid_header',
    `The header Origin names another site, ${origin.slice(0, SHOWN_CHARACTERS)}${expected}.`,
  )
}
