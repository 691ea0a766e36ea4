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

/** What an app is made of. */
export interface AppOptions {
  readonly registry: Registry
  readonly gate: Gate
  readonly routes: readonly Route[]
  /** Absent: nothing is logged, and no Idempotency-Key is read. */
  readonly service?: HostedService
  /** Where a request comes from; whoever is connected unless given. */
  readonly clientAddress?: ClientAddress
  /** Told once, by the name of the header, when a request says that it came through a proxy. */
  readonly onForwarded?: (header: string) => void
  /** Where the service is reached from outside, without a slash at its end. */
  readonly baseUrl?: string
  /** Origins of web pages that may ask. None unless given. */
  readonly corsOrigins?: readonly string[]
  /** How much is worked on and held at once. */
  readonly load?: LoadLimit
  /** Knows of each request until nothing of it goes on any more. */
  readonly inHand?: WorkInHand
  /** Reads the bodies of batches and imports; as {@link UPLOAD_RULES} say unless given. Its threads end when it is closed, or by themselves. */
  readonly uploads?: Uploads
  /** How fast bodies have to come. */
  readonly pace?: PaceRules
  /** How long an answer may take, milliseconds. 30,000 unless given. */
  readonly answerMs?: number
  /** Absent: `/metrics` is not there. */
  readonly metrics?: ServiceMetrics
  /** What `/dashboard` answers; absent: a page that says it is not built. */
  readonly dashboard?: DashboardFiles
  /** Told of each request when it has been answered. */
  readonly onRequest?: (request: FinishedRequest) => void
  /** Told of errors that are the service's own fault. */
  readonly onFault?: (error: unknown, requestId: string) => void
}
