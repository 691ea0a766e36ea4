import cors from '@koa/cors'
import type { Middleware } from 'koa'

/** Headers that web pages may read: all response headers in `/openapi.json`. A test compares the two lists. */
const EXPOSED_HEADERS = [
  'Deprecation',
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Sunset',
  'Utpid-Api-Version',
  'Utpid-Total-Relation',
  'WWW-Authenticate',
  'X-Request-Id',
]
const PREFLIGHT_SECONDS = 600

/** Allows pages of some origins to call the API with a key. Cross-origin requests never use the dashboard's cookie. */
export function crossOrigin(origins: readonly string[]): Middleware {
  const known = new Set(origins)
  return cors({
    origin: ({ header }) => (known.has(header.origin ?? '') ? (header.origin as string) : ''),
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposeHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_SECONDS,
    credentials: false,
  }) as unknown as Middleware
}
