import cors from '@koa/cors'
import type { Middleware } from 'koa'

/** What answers say in headers of their own: all that `/openapi.json` names, which a test compares. */
const SHOWN = [
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

/** Lets pages of some origins ask, with a key that they hold; never with the cookie of the dashboard. */
export function crossOrigin(origins: readonly string[]): Middleware {
  const known = new Set(origins)
  return cors({
    origin: ({ header }) => (known.has(header.origin ?? '') ? (header.origin as string) : ''),
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposeHeaders: SHOWN,
    maxAge: PREFLIGHT_SECONDS,
    credentials: false,
  }) as unknown as Middleware
}
