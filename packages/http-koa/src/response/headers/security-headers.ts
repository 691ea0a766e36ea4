import type { Middleware } from 'koa'
import helmet from 'koa-helmet'

/**
 * What browsers may do with answers: nothing. A page (documents, dashboard) says in its own headers what it needs.
 *
 * @param baseUrl - Only what is reached by https may ask browsers to insist on it.
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
