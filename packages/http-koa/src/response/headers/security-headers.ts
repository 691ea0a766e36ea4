import type { Middleware } from 'koa'
import helmet from 'koa-helmet'

/**
 * Sets security headers, which forbid browsers to run or load anything. Pages such as docs and dashboard set their own
 * policy.
 *
 * @param baseUrl - `Strict-Transport-Security` is sent only if this is an https URL.
 */
export function securityHeaders(baseUrl: string | undefined): Middleware {
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: baseUrl?.startsWith('https:') === true,
    xFrameOptions: { action: 'deny' },
  }) as unknown as Middleware
}
