import type { Registry } from '@utpid/core'
import { RegistryError } from '@utpid/core'
import Koa from 'koa'
import { answerProblem, answerReply } from './answer/send.ts'
import type { Gate } from './gate.ts'
import { API_VERSION } from './openapi/openapi-document.ts'
import { checkedBody } from './request/checked-body.ts'
import { parseJson, readBytes } from './request/read-body.ts'
import { readParameters, readQuery } from './request/read-query.ts'
import { requestIdOf } from './request/request-id.ts'
import { type FoundRoute, RouteFinder } from './route/find-route.ts'
import type { Reply, Route } from './route/route.ts'

export interface AppOptions {
  readonly registry: Registry
  readonly gate: Gate
  readonly routes: readonly Route[]
  /** Told of errors that are the service's own fault. */
  readonly onFault?: (error: unknown, requestId: string) => void
}

const BODY_BYTES = 1_000_000

/** The registry over HTTP. What is decided is decided in core and service; this only translates. */
export function createApp({ registry, gate, routes, onFault }: AppOptions): Koa {
  const finder = new RouteFinder(routes)
  const app = new Koa()
  // Answered by the app itself, whatever it is.
  app.silent = true
  app.use(async (context) => {
    const requestId = requestIdOf(context.get('x-request-id') || undefined)
    context.set('x-request-id', requestId)
    context.set('utpid-api-version', String(API_VERSION))
    const url = requestUrl(context.req.url ?? '/')
    const ended = new AbortController()
    context.res.once('close', () => ended.abort())
    let finish: (status: number) => void = () => undefined
    try {
      const header = (name: string): string | undefined => context.get(name) || undefined
      const visitor = await gate.identify({
        requestId,
        method: context.method,
        path: url.pathname,
        ip: context.ip,
        header,
      })
      const { route, params } = foundRoute(finder, context.method, url.pathname)
      const admission = await visitor.admit(route)
      finish = (status) => admission.finish(status)
      context.set(admission.headers)
      const body = await bodyOf(context, route)
      const call: Parameters<Route['handle']>[0] = {
        registry,
        params: readParameters(params, route.params),
        query: readQuery(url.searchParams, route.query),
        body: route.body === undefined ? undefined : checkedBody(body, route.body.json),
        header,
        requestId,
        url,
        by: visitor.by,
        token: undefined,
        signal: ended.signal,
      }
      const reply: Reply = await route.handle(call)
      answerReply(context, reply)
    } catch (error) {
      answerProblem(context, error, requestId, onFault)
    }
    finish(context.status)
  })
  return app
}

/** @throws `malformed_request` for a path that cannot be read. */
function requestUrl(target: string): URL {
  try {
    return new URL(target, 'http://registry.invalid')
  } catch (error) {
    throw new RegistryError('malformed_request', 'The path of the request cannot be read.', { cause: error })
  }
}

function foundRoute(finder: RouteFinder, method: string, path: string): Extract<FoundRoute, { route: Route }> {
  const found = finder.find(method, path)
  if (found === undefined) throw new RegistryError('not_found', `There is no ${path.slice(0, 200)}.`)
  if ('route' in found) return found
  throw new RegistryError('method_not_allowed', `${path.slice(0, 200)} knows ${found.allowed.join(', ')}.`, {
    details: { allow: found.allowed },
  })
}

async function bodyOf(context: Koa.Context, { body }: Route): Promise<unknown> {
  if (body === undefined) return undefined
  const type = context.get('content-type').split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json' && !type?.endsWith('+json')) {
    throw new RegistryError(
      'unsupported_media_type',
      `Content-Type is ${type === '' ? 'missing' : type}; this route reads application/json.`,
    )
  }
  return parseJson(await readBytes(context.req, body.bytesMost ?? BODY_BYTES))
}
