import type { Registry } from '@utpid/core'
import type { HostedService } from '@utpid/service'
import type { Gate } from '../access/gate.ts'
import type { FinishedRequest } from '../metrics/finished-request.ts'
import type { ServiceMetrics } from '../metrics/service-metrics.ts'
import type { PaceRules } from '../overload/body-pace.ts'
import type { LoadLimit } from '../overload/load-limit.ts'
import type { WorkInHand } from '../overload/work-in-hand.ts'
import type { ClientAddress } from '../request/client-address.ts'
import type { DashboardFiles } from '../response/dashboard-files.ts'
import type { Route } from '../route/route.ts'
import type { Uploads } from '../uploads/uploads.ts'

/** Options of {@link createApp}. */
export interface AppOptions {
  readonly registry: Registry
  readonly gate: Gate
  readonly routes: readonly Route[]
  /** Absent: requests are not logged, and Idempotency-Key is ignored. */
  readonly service?: HostedService
  /** Determines the client's address. Default: the peer of the connection. */
  readonly clientAddress?: ClientAddress
  /** Called once, with the header's name, when a request has a forwarding header of a proxy. */
  readonly onForwarded?: (header: string) => void
  /** Public URL of the service, without a trailing slash. */
  readonly baseUrl?: string
  /** Origins allowed by CORS. Default: none. */
  readonly corsOrigins?: readonly string[]
  /** Limits concurrent requests, streams and body bytes. */
  readonly load?: LoadLimit
  /** Tracks each request until all its work has ended. */
  readonly inHand?: WorkInHand
  /**
   * Reads the bodies of batches and imports. Default: {@link UPLOAD_RULES}. `close()` ends its threads; idle threads
   * end by themselves.
   */
  readonly uploads?: Uploads
  /** Minimum rate of request bodies. */
  readonly pace?: PaceRules
  /** Maximum milliseconds until the answer. Default: 30,000. */
  readonly answerMs?: number
  /** Absent: `/metrics` answers 404. */
  readonly metrics?: ServiceMetrics
  /** Files of `/dashboard`. Absent: a page says that the dashboard is not built. */
  readonly dashboard?: DashboardFiles
  /** Called after each answer. */
  readonly onRequest?: (request: FinishedRequest) => void
  /** Called for each internal error. */
  readonly onFault?: (error: unknown, requestId: string) => void
}
