import { defined } from '@utpid/core/storage'
import { DASHBOARD_FOLDER } from '@utpid/dashboard'
import {
  addressBehind,
  type ClientAddress,
  ConcurrencyLimit,
  createApp,
  DashboardFiles,
  type DashboardMap,
  type InFlightRequests,
  LAST_FORWARDED_ADDRESS,
  PEER_ADDRESS,
  ROUTES,
  serviceAccessControl,
  Uploads,
} from '@utpid/http-koa'
import { trySecrets } from '@utpid/service/internal'
import { isAddress } from '../place/storage-place.ts'
import type { OpenedService } from './open-service.ts'
import type { ServeOptions, ServerContext } from './server-context.ts'
import type { ServerSettings } from './server-settings.ts'

const MS = 1_000

/** Creates the app of an opened service, and adds its measurements to the metrics. */
export async function createServedApp(
  opened: OpenedService,
  inFlight: InFlightRequests,
  context: ServerContext,
): Promise<ReturnType<typeof createApp>> {
  const { options, settings, log, metrics, ends } = context
  const { service } = opened
  const { UTPID_BASE_URL: baseUrl } = settings
  const concurrency = new ConcurrencyLimit({
    maxRequests: settings.UTPID_MAX_REQUESTS,
    maxStreams: settings.UTPID_MAX_STREAMS,
    maxBodyBytes: settings.UTPID_MAX_BODY_BYTES,
  })
  const uploads = createUploads(context)
  ends.push(() => uploads.close())
  metrics.addLoad(() => concurrency.state)
  metrics.addUploads(uploads)
  await addStoreMetrics(opened, context)
  const dashboard = await DashboardFiles.read(DASHBOARD_FOLDER, {
    imageHosts: settings.UTPID_IMAGE_HOSTS ?? [],
    ...defined({ map: mapOf(settings) }),
  })
  return createApp({
    registry: service.registry,
    service,
    accessControl: serviceAccessControl(service),
    routes: ROUTES,
    clientAddress: clientAddressOf(settings, options.behindProxy),
    ...(hasProxy(settings, options) ? {} : { onForwarded: (header) => log.warn(forwardedText(header)) }),
    ...defined({ dashboard, baseUrl }),
    corsOrigins: settings.UTPID_CORS_ORIGINS ?? [],
    concurrency,
    inFlight,
    uploads,
    answerMs: settings.UTPID_RESPONSE_SECONDS * MS,
    metrics,
    onRequest: (request) => {
      metrics.onRequest(request)
      log.request(request)
    },
    onInternalError: log.internalError,
  })
}

function mapOf({
  UTPID_MAP_STYLE: style,
  UTPID_MAP_ATTRIBUTION: attribution,
}: ServerSettings): DashboardMap | undefined {
  return style === undefined ? undefined : { style, ...defined({ attribution }) }
}

function createUploads({ options, settings }: ServerContext): Uploads {
  const folder = settings.UTPID_UPLOAD_FOLDER ?? (isAddress(options.data) ? undefined : options.data)
  return new Uploads({
    maxThreads: settings.UTPID_UPLOAD_THREADS,
    maxStoredBytes: settings.UTPID_MAX_UPLOAD_BYTES,
    ...defined({ folder }),
  })
}

async function addStoreMetrics({ store, secrets }: OpenedService, { options, metrics }: ServerContext): Promise<void> {
  metrics.addJobs(store)
  if (secrets !== undefined) metrics.addSecrets(() => trySecrets(store, secrets), Date.now)
  if (isAddress(options.data)) {
    const { poolState } = await import('@utpid/adapter-postgres')
    const help = 'PostgreSQL connections, active or idle, and calls that wait for one.'
    metrics.add({ name: 'utpid_postgres_connections', help, label: 'state', read: poolState })
  }
}

function hasProxy({ UTPID_TRUSTED_PROXIES: networks }: ServerSettings, { behindProxy }: ServeOptions): boolean {
  return networks !== undefined || behindProxy
}

function forwardedText(header: string): string {
  return `A request has the header ${header}, and no proxy is configured: all clients of a proxy count as one address. Set UTPID_TRUSTED_PROXIES to the networks of your proxies, or start with --behind-proxy`
}

function clientAddressOf({ UTPID_TRUSTED_PROXIES: networks }: ServerSettings, behindProxy: boolean): ClientAddress {
  if (networks !== undefined) return addressBehind(networks)
  return behindProxy ? LAST_FORWARDED_ADDRESS : PEER_ADDRESS
}
