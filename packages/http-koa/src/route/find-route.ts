import Router from '@koa/router'
import { HttpError } from '../errors/http-error.ts'
import { pathParameters, type Route } from './route.ts'

export type FoundRoute =
  | { readonly route: Route; readonly params: Readonly<Record<string, string>> }
  | { readonly allowed: readonly string[] }

/** Finds the route of a method and a path. */
export class RouteFinder {
  readonly #router = new Router({ strict: true, sensitive: true })
  readonly #routes = new Map<string, { readonly route: Route; readonly names: readonly string[] }>()
  /** Routes without parameters, by method and path. */
  readonly #plain = new Map<string, Route>()

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1')
      this.#routes.set(`${route.method} ${path}`, { route, names: pathParameters(route.path) })
      this.#router.register(path, [route.method], () => undefined)
    }
    for (const { route, names } of this.#routes.values()) {
      if (names.length > 0) continue
      const found = this.find(route.method, route.path)
      // Skip this route if an earlier route with a parameter matches the same path.
      if (found !== undefined && 'route' in found && found.route === route) {
        this.#plain.set(`${route.method} ${route.path}`, route)
      }
    }
  }

  /**
   * Finds a route.
   *
   * @returns the allowed methods if the path exists only with other methods; undefined for an unknown path.
   */
  find(method: string, path: string): FoundRoute | undefined {
    const effectiveMethod = method === 'HEAD' ? 'GET' : method
    const plain = this.#plain.get(`${effectiveMethod} ${path}`)
    if (plain !== undefined) return { route: plain, params: {} }
    const { path: layers, pathAndMethod } = this.#router.match(path, effectiveMethod)
    const layer = pathAndMethod.at(0)
    if (layer !== undefined) {
      const known = this.#routes.get(`${effectiveMethod} ${String(layer.path)}`)
      if (known !== undefined) return { route: known.route, params: decoded(known.names, layer.captures(path)) }
    }
    const allowed = [...new Set(layers.flatMap(({ methods }) => methods))].sort()
    return allowed.length === 0 ? undefined : { allowed }
  }
}

/** Decodes path parameters. @throws `malformed_request` for a broken percent escape. */
function decoded(names: readonly string[], values: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.map((name, index) => {
      try {
        return [name, decodeURIComponent(values[index] ?? '')]
      } catch (error) {
        throw new HttpError('malformed_request', `The path has a broken percent escape in ${name}.`, {
          cause: error,
        })
      }
    }),
  )
}
