import { openApiDocument } from '../../openapi/openapi-document.ts'
import { type Described, docsPage } from '../../pages/docs-page.ts'
import { errorsPage } from '../../pages/errors-page.ts'
import { htmlReply } from '../../pages/html-page.ts'
import { type Reply, type Route, route } from '../../route/route.ts'

const page = { 200: { description: 'The page.', mediaType: 'text/html' } }

/** @param routes - All of the API; asked for when the page is read. */
export function docsRoute(routes: () => readonly Route[]): Route {
  let reply: Reply | undefined
  return route({
    operationId: 'docs',
    method: 'GET',
    path: '/docs',
    summary: 'This API as a page to read',
    access: { public: true },
    cost: 0,
    answers: page,
    async handle() {
      reply ??= htmlReply('Travel Product Registry API', docsPage(openApiDocument(routes()) as unknown as Described))
      return reply
    },
  })
}

export const errorsRoute: Route = route({
  operationId: 'errors',
  method: 'GET',
  path: '/docs/errors',
  summary: 'The codes of problems; the `type` of a problem leads to its own',
  access: { public: true },
  cost: 0,
  answers: page,
  async handle() {
    return htmlReply('Errors', errorsPage())
  },
})

export const dashboardRoute: Route = route({
  operationId: 'dashboard',
  method: 'GET',
  path: '/dashboard',
  summary: 'The dashboard, which is yet to be built',
  access: { public: true },
  cost: 0,
  answers: page,
  async handle() {
    return htmlReply(
      'Dashboard',
      `<h1>Dashboard</h1>
<p>It is not built yet. Everything it will show is answered already: keys at <code>/account/keys</code>, use at
<code>/account/usage</code>, requests at <code>/account/logs</code>, members at <code>/account/members</code>.</p>
<p><a href="/docs">All operations</a></p>`,
    )
  },
})
