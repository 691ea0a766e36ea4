import type { Route } from '../route/route.ts'

type Json = Record<string, unknown>

/** Common response headers, for `components.headers`. */
export const COMMON_HEADERS: Json = {
  'X-Request-Id': {
    description: 'Id of the request, also in logs and problems: the id that was sent, or a new one.',
    schema: { type: 'string' },
  },
  'Utpid-Api-Version': { description: 'API version of the answer.', schema: { type: 'string' } },
  'RateLimit-Policy': {
    description: 'Limits of the caller: name, requests `q` and window `w` in seconds. Absent without limits.',
    schema: { type: 'string', examples: ['"burst";q=50;w=1, "quota";q=10000;w=2592000'] },
  },
  RateLimit: {
    description: 'Remaining requests `r` of each limit, and seconds `t` until its window ends.',
    schema: { type: 'string', examples: ['"burst";r=49;t=1, "quota";r=9821;t=864000'] },
  },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer', minimum: 1 } },
  'WWW-Authenticate': { description: 'How to sign in, or which scope is missing.', schema: { type: 'string' } },
}

/** Returns the common headers of a response. */
export function commonHeaders(route: Route, status: number): Json {
  const names = ['X-Request-Id', 'Utpid-Api-Version']
  // Limits belong to an account, and a 401 response has no account.
  if (!('public' in route.access) && status !== 401) names.push('RateLimit-Policy', 'RateLimit')
  if (status === 429 || status === 503) names.push('Retry-After')
  if (status === 401 || status === 403) names.push('WWW-Authenticate')
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
