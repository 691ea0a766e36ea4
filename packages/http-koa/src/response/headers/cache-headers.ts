import type { Context } from 'koa'
import type { Route } from '../../route/route.ts'

/** Paths that no cache may store, since the responses contain keys, members, sessions and webhooks. */
const NO_STORE_PATHS = /^\/(account|admin)(\/|$)/

/**
 * Sets the cache headers of a response. Caches must not store secrets or responses about accounts. A response that
 * depends on the caller may be cached for that caller only.
 *
 * @param route - Undefined if no route was found, or the request was rejected earlier.
 */
export function setCacheHeaders(context: Context, route: Route | undefined): void {
  const isNoStore = route?.isSecret === true || NO_STORE_PATHS.test(context.path)
  if (isNoStore) context.set('cache-control', 'no-store')
  if (isNoStore || route === undefined || !('public' in route.access)) context.vary('Authorization, Cookie')
}
