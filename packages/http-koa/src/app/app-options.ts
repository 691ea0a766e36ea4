import type { Registry } from '@utpid/core'
import type { HostedService } from '@utpid/service'
import type { AccessControl } from '../access/access-control.ts'
import type { FinishedRequest } from '../metrics/finished-request.ts'
import type { ServiceMetrics } from '../metrics/service-metrics.ts'
import type { BodyRateRules } from '../overload/body-rate.ts'
import type { ConcurrencyLimit } from '../overload/concurrency-limit.ts'
import type { InFlightRequests } from '../overload/in-flight-requests.ts'
import type { ClientAddress } from '../request/client-address.ts'
import type { DashboardFiles } from '../response/dashboard-files.ts'
import type { Route } from '../route/route.ts'
import type { Uploads } from '../uploads/uploads.ts'

/** Options of {@link createApp}. */
export interface AppOptions {
  readonly registry: Registry
  readonly accessControl: AccessControl
  readonly routes: readonly Route[]
  /** The service with accounts. Absent: requests are not logged, and Idempotency-Key is ignored. */
  readonly service?: HostedService
  /** Determines the client's address. Default: the peer of the connection. */
  readonly clientAddress?: ClientAddress
  /** Called at the first request with a forwarding header of a proxy, with the name of the header. */
  readonly onForwarded?: (header: string) => void
  /** Public URL of the service, without a trailing slash. */
  readonly baseUrl?: string
  /** Origins allowed by CORS. Default: none. */
  readonly corsOrigins?: readonly string[]
  /** Limits concurrent requests, streams and body bytes. */
  readonly concurrency?: ConcurrencyLimit
  /** Tracks each request until all its tasks have ended. */
  readonly inFlight?: InFlightRequests
  /**
   * Reads the bodies of batches and imports. Default: {@link UPLOAD_RULES}. `close()` ends the threads of uploads; idle
   * threads end by themselves.
   */
  readonly uploads?: Uploads
  /** Minimum rate of request bodies. */
  readonly bodyRate?: BodyRateRules
  /** Maximum milliseconds until the response. Default: 30,000. */
  readonly answerMs?: number
  /** The metrics of the process. Absent: `/metrics` returns 404. */
  readonly metrics?: ServiceMetrics
  /** Files of `/dashboard`. Absent: `/dashboard` reports that the dashboard is not built. */
  readonly dashboard?: DashboardFiles
  /** Called after each response. */
  readonly onRequest?: (request: FinishedRequest) => void
  /** Called for each internal error. */
  readonly onInternalError?: (error: unknown, requestId: string) => void
}
