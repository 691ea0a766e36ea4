import { HttpError } from '../errors/http-error.ts'

interface OriginCall {
  header(name: string): string | undefined
  /** Public URL of the service, if configured. */
  readonly baseUrl?: string | undefined
}

/** Values of Sec-Fetch-Site for requests from the service's own pages, and for URLs typed by a person. */
const OWN_SITES: ReadonlySet<string> = new Set(['same-origin', 'none'])
const SHOWN_CHARACTERS = 200

/**
 * Rejects cross-site requests in a signed-in browser (CSRF). If no base URL is set, the function compares the origin
 * with the header Host. The owner of another host name could then bypass the check by resolving that name to this
 * service.
 *
 * @throws `invalid_header`
 */
export function checkOrigin({ header, baseUrl }: OriginCall): void {
  const origin = header('origin')
  if (origin === undefined) {
    const site = header('sec-fetch-site')
    // A request without Sec-Fetch-Site does not come from a browser, and only browsers send cookies automatically.
    if (site === undefined || OWN_SITES.has(site)) return
    throw new HttpError('invalid_header', 'The header Sec-Fetch-Site shows that another site sent this request.')
  }
  const isOwn = baseUrl === undefined ? origin.replace(/^https?:\/\//, '') === header('host') : origin === baseUrl
  if (isOwn) return
  const expected = baseUrl === undefined ? '' : `; this service is at ${baseUrl}`
  throw new HttpError(
    'invalid_header',
    `The header Origin names another site, ${origin.slice(0, SHOWN_CHARACTERS)}${expected}.`,
  )
}
