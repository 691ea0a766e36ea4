import type { RouteFinder } from '../route/find-route.ts'
import type { Reply, Route } from '../route/route.ts'

/**
 * Leads whoever typed the address of a page with a slash behind it to the page. Operations have one address each, and no
 * other is guessed.
 *
 * @returns undefined when there is no such page; its route is what is asked for.
 */
export function pageWithoutSlash(
  finder: RouteFinder,
  method: string,
  { pathname, search }: Pick<URL, 'pathname' | 'search'>,
): { readonly route: Route; readonly reply: Reply } | undefined {
  if ((method !== 'GET' && method !== 'HEAD') || !pathname.endsWith('/')) return undefined
  const path = pathname.slice(0, -1)
  const found = finder.find('GET', path)
  if (found === undefined || !('route' in found) || found.route.answers[200]?.mediaType !== 'text/html')
    return undefined
  // Told from here, so that it holds behind a proxy which puts the service under a path of its own.
  const location = `../${path.slice(path.lastIndexOf('/') + 1)}${search}`
  return { route: found.route, reply: { status: 308, headers: { location } } }
}
