import type { IncomingMessage, ServerResponse } from 'node:http'
import type Koa from 'koa'
import { HttpError } from '../errors/http-error.ts'
import { API_VERSION } from '../request/api-version.ts'
import { requestIdOf } from '../request/request-id.ts'
import { problemHeaders, problemOf } from '../response/problem.ts'

type Handler = ReturnType<Koa['callback']>

/** Handles requests while the app is starting: `/health` succeeds, and the service is not ready. */
export class StartingApp {
  #handler: Handler | undefined

  /** Passes all further requests to the app. */
  start(app: Pick<Koa, 'callback'>): void {
    this.#handler = app.callback()
  }

  callback(): Handler {
    return (async (request, response) => {
      if (this.#handler === undefined) answer(request as IncomingMessage, response as ServerResponse)
      else await this.#handler(request, response)
    }) as Handler
  }
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const given = request.headers['x-request-id']
  const requestId = requestIdOf(typeof given === 'string' ? given : undefined)
  const headers = { 'x-request-id': requestId, 'utpid-api-version': API_VERSION, 'cache-control': 'no-store' }
  const isHealth = request.url === '/health' && (request.method === 'GET' || request.method === 'HEAD')
  if (isHealth) {
    response.writeHead(200, { ...headers, 'content-type': 'application/json; charset=utf-8' })
    response.end(JSON.stringify({ status: 'ok' }))
    return
  }
  const problem = problemOf(
    new HttpError('not_ready', 'The service is starting; try again after Retry-After.'),
    requestId,
  )
  // Do not wait for the request body.
  response.writeHead(problem.status, {
    ...headers,
    ...problemHeaders(problem),
    'content-type': 'application/problem+json',
    connection: 'close',
  })
  response.end(JSON.stringify(problem))
}
