import { openApiDocument } from '../../openapi/openapi-document.ts'
import { type Described, docsPage } from '../../pages/docs-page.ts'
import { errorsPage } from '../../pages/errors-page.ts'
import { htmlReply } from '../../pages/html-page.ts'
import { CACHED_RESPONSE_HEADERS, CachedResponse } from '../../response/cached-response.ts'
import { ResponseOfSchema } from '../../response/response-of-schema.ts'
import { type Route, route } from '../../route/route.ts'

const page = {
  200: { description: 'The page.', mediaType: 'text/html', headers: CACHED_RESPONSE_HEADERS },
  304: { description: 'Not modified.' },
}

/** @param routes - Returns all routes. Called at the first request. */
export function docsRoute(routes: () => readonly Route[]): Route {
  const texts = new ResponseOfSchema((schema) =>
    htmlReply('Travel Product Registry API', docsPage(openApiDocument(routes(), '/', schema) as unknown as Described)),
  )
  return route('GET /docs', {
    operationId: 'docs',
    summary: 'The API reference as a page',
    access: { public: true },
    answers: page,
    handle: async (call) => texts.of(call.registry).reply(call),
  })
}

const errorsText = new CachedResponse(() => htmlReply('Errors', errorsPage()))
export const errorsRoute: Route = route('GET /docs/errors', {
  operationId: 'errors',
  summary: 'The problem codes; the `type` of a problem links to its code',
  access: { public: true },
  answers: page,
  handle: async (call) => errorsText.reply(call),
})
