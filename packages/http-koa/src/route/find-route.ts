import Router from '@koa/router'
import { RegistryError } from '@utpid/core'
import { pathParameters, type Route } from './route.ts'

export type FoundRoute =
  | { readonly route: Route; readonly params: Readonly<Record<string, string>> }
  | { readonly allowed: readonly string[] }

/** Finds the route of a method and a path. */
export class RouteFinder {
  readonly #router = new Router({ strict: true, sensitive: true })
  readonly #routes = new Map<string, Route>()

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1')
      this.#routes.set(`${route.method} ${path}`, route)
      this.#router.register(path, [route.method], () => undefined)
    }
  }

  /** @returns the methods that the path knows when it does not know this one; undefined for an unknown path. */
  find(method: string, path: string): FoundRoute | undefined {
    const asked = method === 'HEAD' ? 'GET' : method
    const { path: layers, pathAndMethod } = this.#router.match(path, asked)
    const layer = pathAndMethod.at(0)
    if (layer !== undefined) {
      const route = this.#routes.get(`${asked} ${String(layer.path)}`)
      if (route !== undefined) return { route, params: decoded(pathParameters(route.path), layer.captures(path)) }
    }
    const allowed = [...new Set(layers.flatMap(({ methods }) => methods))].sort()
    return allowed.length === 0 ? undefined : { allowed }
  }
}

/** @throws `malformed_request` for a broken percent escape. */
function decoded(names: readonly string[], values: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.map((name, at) => {
      try {
        return [name, decodeURIComponent(values[at] ?? '')]
      } catch (error) {
        throw new RegistryError('malformed_request', `The path has a broken percent escape in ${name}.`, {
          cause: error,
        })
      }
    }),
  )
}
