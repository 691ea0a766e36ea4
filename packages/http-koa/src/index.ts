/**
 * `@utpid/http-koa`: the HTTP service of the utpid registry.
 */

export {
  type AccessControl,
  type Grant,
  type IncomingRequest,
  OPEN_ACCESS,
  type Principal,
} from './access/access-control.ts'
export { serviceAccessControl } from './access/service-access-control.ts'
export { createApp } from './app/app.ts'
export type { AppOptions } from './app/app-options.ts'
export { HttpError, type HttpErrorCode } from './errors/http-error.ts'
export { PROBLEM_CODES, type ProblemCode } from './errors/problem-codes.ts'
export type { FinishedRequest } from './metrics/finished-request.ts'
export { type MetricSource, ServiceMetrics } from './metrics/service-metrics.ts'
export { openApiDocument, problemsOf } from './openapi/openapi-document.ts'
export { withoutReferences } from './openapi/without-references.ts'
export { BODY_RATE_RULES, type BodyRateRules } from './overload/body-rate.ts'
export {
  CONCURRENCY_RULES,
  ConcurrencyLimit,
  type ConcurrencyRules,
  type LoadState,
} from './overload/concurrency-limit.ts'
export { InFlightRequests } from './overload/in-flight-requests.ts'
export { API_VERSION, SERVED_VERSIONS } from './request/api-version.ts'
export {
  addressBehind,
  type ClientAddress,
  LAST_FORWARDED_ADDRESS,
  PEER_ADDRESS,
} from './request/client-address.ts'
export { BODY_BYTES } from './request/request-body.ts'
export { requestIdOf } from './request/request-id.ts'
export { DashboardFiles } from './response/dashboard-files.ts'
export { type DashboardMap, type DashboardOptions, isImageHost } from './response/dashboard-policy.ts'
export { problemOf } from './response/problem.ts'
export type { Access, Answer, Call, Method, Parameters, Reply, Route } from './route/route.ts'
export { pathParameters } from './route/route.ts'
export { ROUTES } from './routes/route-table.ts'
export { type HttpServerOptions, httpServer, type StopOptions, stopServer } from './server/http-server.ts'
export { StartingApp } from './server/starting-app.ts'
export { UPLOAD_RULES, type UploadRules } from './uploads/upload-rules.ts'
export { Uploads } from './uploads/uploads.ts'
