import { z } from 'zod'
import { openApiDocument } from '../../openapi/openapi-document.ts'
import { CACHED_RESPONSE_HEADERS } from '../../response/cached-response.ts'
import { ResponseOfSchema } from '../../response/response-of-schema.ts'
import { type Route, route } from '../../route/route.ts'
import { requireReady } from './readiness.ts'

const MS = 1_000
const alive = z.object({ status: z.string() })

export const healthRoute: Route = route('GET /health', {
  operationId: 'health',
  exemptFromLoadShedding: true,
  summary: 'Whether the process is alive',
  access: { public: true },
  answers: {
    200: {
      description: 'The process is alive.',
      json: alive.extend({
        replica: z
          .object({ behindSeconds: z.number().min(0) })
          .optional()
          .meta({ description: 'For a process with a replica: lag of the replica behind the storage.' }),
      }),
    },
  },
  async handle({ metrics }) {
    const state = metrics?.replica()
    const replica = state === undefined ? {} : { replica: { behindSeconds: state.behindMilliseconds / MS } }
    return { status: 200, body: { status: 'ok', ...replica }, headers: { 'cache-control': 'no-store' } }
  },
})

export const readyRoute: Route = route('GET /ready', {
  operationId: 'ready',
  exemptFromLoadShedding: true,
  summary: 'Whether requests can be answered now',
  access: { public: true },
  answers: { 200: { description: 'The service is ready.', json: alive } },
  problems: ['not_ready'],
  async handle({ registry, service }) {
    await requireReady(registry, service)
    return { status: 200, body: { status: 'ready' }, headers: { 'cache-control': 'no-store' } }
  },
})

/**
 * The description names the custom fields of the registry.
 *
 * @param routes - Returns all routes, including this one. Called at the first request.
 */
export function openApiRoute(routes: () => readonly Route[]): Route {
  const texts = new ResponseOfSchema((schema) => ({
    status: 200,
    body: JSON.stringify(openApiDocument(routes(), '/', schema)),
    type: 'application/json; charset=utf-8',
  }))
  return route('GET /openapi.json', {
    operationId: 'openapi',
    summary: 'The OpenAPI 3.1 description of this API',
    access: { public: true },
    answers: {
      200: {
        description: 'The description.',
        json: z.looseObject({ openapi: z.string() }),
        headers: CACHED_RESPONSE_HEADERS,
      },
      304: { description: 'Not modified.' },
    },
    handle: async (call) => texts.of(call.registry).reply(call),
  })
}
