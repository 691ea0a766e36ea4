import type { RouteFinder } from '../route/find-route.ts'
import type { Reply, Route } from '../route/route.ts'

/**
 * Redirects a URL with a trailing slash to the page without it. API operations are not redirected: each operation has
 * one URL.
 *
 * @returns the route of the page with the redirect, or undefined if there is no such page.
 */
export function redirectTrailingSlash(
  finder: RouteFinder,
  method: string,
  { pathname, search }: Pick<URL, 'pathname' | 'search'>,
): { readonly route: Route; readonly reply: Reply } | undefined {
  if ((method !== 'GET' && method !== 'HEAD') || !pathname.endsWith('/')) return undefined
  const path = pathname.slice(0, -1)
  const found = finder.find('GET', path)
  if (found === undefined || !('route' in found) || found.route.answers[200]?.mediaType !== 'text/html')
    return undefined
  // A relative location also works behind a proxy that adds a path prefix.
  const location = `../${path.slice(path.lastIndexOf('/') + 1)}${search}`
  return { route: found.route, reply: { status: 308, headers: { location } } }
}
