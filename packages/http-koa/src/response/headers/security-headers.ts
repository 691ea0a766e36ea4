import type { Middleware } from 'koa'
import helmet from 'koa-helmet'

/**
 * Sets security headers: browsers may run and load nothing. Pages (docs, dashboard) set their own policy.
 *
 * @param baseUrl - Strict transport security is sent only for https.
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
