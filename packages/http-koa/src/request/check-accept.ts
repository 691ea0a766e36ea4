import { HttpError } from '../errors/http-error.ts'
import type { Answer, Route } from '../route/route.ts'

/** Returns the media types of a route's successful responses. */
export function responseTypes({ answers }: Pick<Route, 'answers'>): string[] {
  const well = Object.entries(answers).flatMap(([status, answer]) => (Number(status) < 300 ? [answer] : []))
  return [...new Set(well.flatMap(typesOf))]
}

/** Media types by route, cached. */
const typesByRoute = new WeakMap<Route, string[]>()

/**
 * @param accepted - Returns the first of the given media types that `Accept` allows, or false.
 * @throws `not_acceptable`
 */
export function checkAccept(route: Route, accepted: (types: string[]) => string | false | string[]): void {
  const types = typesByRoute.get(route) ?? responseTypes(route)
  typesByRoute.set(route, types)
  if (types.length === 0 || accepted(types) !== false) return
  throw new HttpError(
    'not_acceptable',
    `The header Accept allows no media type of this response; use one of: ${types.join(', ')}.`,
  )
}

function typesOf({ json, mediaType, others = [] }: Answer): string[] {
  return [
    ...(json === undefined ? [] : ['application/json']),
    ...(mediaType === undefined ? [] : [mediaType]),
    ...others,
  ]
}
