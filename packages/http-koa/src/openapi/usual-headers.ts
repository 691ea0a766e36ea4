import type { Route } from '../route/route.ts'

type Json = Record<string, unknown>

/** Headers that many answers have, as `components.headers` describes them. */
export const USUAL_HEADERS: Json = {
  'X-Request-Id': {
    description: 'Names the request, also in logs and in problems: the one that was sent, or a new one.',
    schema: { type: 'string' },
  },
  'Utpid-Api-Version': { description: 'The version that was answered in.', schema: { type: 'string' } },
  'RateLimit-Policy': {
    description:
      'What may be asked: name, requests `q` and window `w` in seconds of each limit. Left out without limits.',
    schema: { type: 'string', examples: ['"burst";q=50;w=1, "quota";q=10000;w=2592000'] },
  },
  RateLimit: {
    description: 'What is left: requests `r` and seconds `t` until the window of each limit is over.',
    schema: { type: 'string', examples: ['"burst";r=49;t=1, "quota";r=9821;t=864000'] },
  },
  'Retry-After': { description: 'Seconds after which to ask again.', schema: { type: 'integer', minimum: 1 } },
  'WWW-Authenticate': { description: 'How to sign in, or which scope is missing.', schema: { type: 'string' } },
}

/** Those of an answer of a route. */
export function usualHeaders(route: Route, status: number): Json {
  const names = ['X-Request-Id', 'Utpid-Api-Version']
  // Whoever is let in is told of limits; 401 knows no account.
  if (!('public' in route.access) && status !== 401) names.push('RateLimit-Policy', 'RateLimit')
  if (status === 429 || status === 503) names.push('Retry-After')
  if (status === 401 || status === 403) names.push('WWW-Authenticate')
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
