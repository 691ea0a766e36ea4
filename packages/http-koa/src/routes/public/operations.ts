import { z } from 'zod'
import { openApiDocument } from '../../openapi/openapi-document.ts'
import { type Route, route } from '../../route/route.ts'
import { requireReady } from './readiness.ts'

const alive = z.object({ status: z.string() })

export const healthRoute: Route = route({
  operationId: 'health',
  method: 'GET',
  path: '/health',
  isOperation: true,
  summary: 'Whether the process is alive',
  access: { public: true },
  cost: 0,
  answers: { 200: { description: 'It is.', json: alive } },
  async handle() {
    return { status: 200, body: { status: 'ok' }, headers: { 'cache-control': 'no-store' } }
  },
})

export const readyRoute: Route = route({
  operationId: 'ready',
  method: 'GET',
  path: '/ready',
  isOperation: true,
  summary: 'Whether requests can be answered now',
  access: { public: true },
  cost: 0,
  answers: { 200: { description: 'They can.', json: alive } },
  problems: ['not_ready'],
  async handle({ registry, service }) {
    await requireReady(registry, service)
    return { status: 200, body: { status: 'ready' }, headers: { 'cache-control': 'no-store' } }
  },
})

/** @param routes - All of the API, this one included; asked for when it is read. */
export function openApiRoute(routes: () => readonly Route[]): Route {
  let text: string | undefined
  return route({
    operationId: 'openapi',
    method: 'GET',
    path: '/openapi.json',
    summary: 'The description of this API, OpenAPI 3.1',
    access: { public: true },
    cost: 0,
    answers: { 200: { description: 'The description.', json: z.looseObject({ openapi: z.string() }) } },
    async handle() {
      text ??= JSON.stringify(openApiDocument(routes()))
      return { status: 200, body: text, type: 'application/json; charset=utf-8' }
    },
  })
}
