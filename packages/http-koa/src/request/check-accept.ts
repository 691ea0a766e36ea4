import { RegistryError } from '@utpid/core'
import type { Answer, Route } from '../route/route.ts'

/** Forms in which a route answers when all goes well. */
export function answeredTypes({ answers }: Pick<Route, 'answers'>): string[] {
  const well = Object.entries(answers).flatMap(([status, answer]) => (Number(status) < 300 ? [answer] : []))
  return [...new Set(well.flatMap(typesOf))]
}

/** Of routes that were asked for. */
const known = new WeakMap<Route, string[]>()

/**
 * @param accepted - The first of some media types that `Accept` takes; false when it takes none.
 * @throws `not_acceptable`
 */
export function checkAccept(route: Route, accepted: (types: string[]) => string | false | string[]): void {
  const types = known.get(route) ?? answeredTypes(route)
  known.set(route, types)
  if (types.length === 0 || accepted(types) !== false) return
  throw new RegistryError('not_acceptable', `Accept names none of the forms of this answer: ${types.join(', ')}.`)
}

function typesOf({ json, mediaType, others = [] }: Answer): string[] {
  return [
    ...(json === undefined ? [] : ['application/json']),
    ...(mediaType === undefined ? [] : [mediaType]),
    ...others,
  ]
}
