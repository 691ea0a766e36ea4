/**
 * `@utpid/http-koa`: the HTTP service of the utpid registry.
 */

export { problemOf } from './answer/problem.ts'
export { type AppOptions, createApp } from './app.ts'
export { type Admission, type Gate, type IncomingCall, OPEN_GATE, type Visitor } from './gate.ts'
export { openApiDocument, problemsOf } from './openapi/openapi-document.ts'
export { API_VERSION, SERVED_VERSIONS } from './request/api-version.ts'
export { requestIdOf } from './request/request-id.ts'
export type { Access, Answer, Call, Method, Parameters, Reply, Route } from './route/route.ts'
export { pathParameters } from './route/route.ts'
export { ROUTES } from './routes/route-table.ts'
export { serviceGate } from './service-gate.ts'
