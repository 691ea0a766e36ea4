import type { Context } from 'koa'
import type { Route } from '../../route/route.ts'

/** Whose answers no cache keeps: they tell of keys, members, sessions and webhooks. */
const KEPT_NOWHERE = /^\/(account|admin)(\/|$)/

/**
 * Says what caches may do with an answer, also with one that is an error: nothing of an account or with a secret is
 * kept, and what depends on the caller is kept for that caller only.
 *
 * @param route - Undefined when no route was found, or the request was refused before.
 */
export function setCacheHeaders(context: Context, route: Route | undefined): void {
  const isKeptNowhere = route?.isSecret === true || KEPT_NOWHERE.test(context.path)
  if (isKeptNowhere) context.set('cache-control', 'no-store')
  if (isKeptNowhere || route === undefined || !('public' in route.access)) context.vary('Authorization, Cookie')
}
