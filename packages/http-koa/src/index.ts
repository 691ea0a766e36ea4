/**
 * `@utpid/http-koa`: the HTTP service of the utpid registry.
 */

export { DashboardFiles } from './answer/dashboard-files.ts'
export { problemOf } from './answer/problem.ts'
export { createApp } from './app.ts'
export type { AppOptions } from './app-options.ts'
export type { FinishedRequest } from './finished-request.ts'
export { type Admission, type Gate, type IncomingCall, OPEN_GATE, type Visitor } from './gate.ts'
export { PACE_RULES, type PaceRules } from './load/body-pace.ts'
export { LOAD_RULES, LoadLimit, type LoadRules, type LoadState } from './load/load-limit.ts'
export { WorkInHand } from './load/work-in-hand.ts'
export { type MetricSource, ServiceMetrics } from './metrics/service-metrics.ts'
export { openApiDocument, problemsOf } from './openapi/openapi-document.ts'
export { withoutReferences } from './openapi/without-references.ts'
export { API_VERSION, SERVED_VERSIONS } from './request/api-version.ts'
export {
  addressBehind,
  type ClientAddress,
  LAST_FORWARDED_ADDRESS,
  PEER_ADDRESS,
} from './request/client-address.ts'
export { BODY_BYTES } from './request/request-body.ts'
export { requestIdOf } from './request/request-id.ts'
export type { Access, Answer, Call, Method, Parameters, Reply, Route } from './route/route.ts'
export { pathParameters } from './route/route.ts'
export { ROUTES } from './routes/route-table.ts'
export { type HttpServerOptions, httpServer, type StopOptions, stopServer } from './server/http-server.ts'
export { StartingApp } from './server/starting-app.ts'
export { serviceGate } from './service-gate.ts'
export { UPLOAD_RULES, type UploadRules } from './uploads/upload-rules.ts'
export { Uploads } from './uploads/uploads.ts'
