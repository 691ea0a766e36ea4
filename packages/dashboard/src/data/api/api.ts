import { type Client, createClient, UtpidError } from '@utpid/client'
import { sessionEnded } from './session.ts'

/** Where the service is: beside the page, also behind the path of a proxy. */
export const BASE_URL: string = new URL('.', location.href.split('#')[0]).href.replace(/\/$/, '')

/** Somebody waits in front of the screen: what does not work is told soon. */
const RETRIES = 1

/** The API, asked by the cookie of the session. */
export const api: Client = createClient({ baseUrl: BASE_URL, retries: RETRIES, fetch: watchedFetch })

/** A session that is over is noticed by whoever asks first. */
async function watchedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init)
  if (response.status === 401 && !String(input).endsWith('/account/session')) sessionEnded()
  return response
}

/** What went wrong, for people. */
export function messageOf(error: unknown): string {
  if (error instanceof UtpidError) {
    const [fault] = error.errors
    return fault === undefined ? error.detail : `${fault.path} ${fault.message}`
  }
  return error instanceof Error ? error.message : String(error)
}
