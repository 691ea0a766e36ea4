import { type Client, createClient, UtpidError } from '@utpid/client'
import { sessionEnded } from './session.ts'

/** Base URL of the service: the URL of the page without its last path segment. A proxy may add a path prefix. */
export const BASE_URL: string = new URL('.', location.href.split('#')[0]).href.replace(/\/$/, '')

/** Number of retries. It is low, so that a waiting person soon sees an error. */
const RETRIES = 1

/** API client that uses the session cookie. */
export const api: Client = createClient({ baseUrl: BASE_URL, retries: RETRIES, fetch: watchedFetch })

/** Paths at which 401 says that a password or code is wrong. */
const CODE_PATHS = /\/account\/(session|totp\/[a-z-]+)$/

/**
 * Calls `fetch`. A response with status 401 ends the session. Cached responses are validated, so that the page after an
 * import shows its records.
 */
async function watchedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { cache: 'no-cache', ...init })
  if (response.status === 401 && !CODE_PATHS.test(String(input))) sessionEnded()
  return response
}

/** Returns the text that the dashboard shows for an error. */
export function messageOf(error: unknown): string {
  if (error instanceof UtpidError) {
    const [fault] = error.errors
    return fault === undefined ? error.detail : `${fault.path} ${fault.message}`
  }
  return error instanceof Error ? error.message : String(error)
}
