import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Registry } from '@utpid/core'
import { defined } from '@utpid/core/storage'
import { loadGazetteer } from '@utpid/gazetteer'
import type { RedisLimiter } from '@utpid/limits-redis'
import {
  type HostedService,
  type HostedServiceOptions,
  hostedService,
  type SecretBox,
  type ServiceStore,
} from '@utpid/service'
import { openServiceStore } from '../place/open-service-store.ts'
import { isAddress } from '../place/storage-place.ts'
import { checkSecrets, secretsOf } from './serve-settings.ts'
import type { ServerContext } from './server-context.ts'
import type { ServerLog } from './server-log.ts'
import type { ServerSettings } from './server-settings.ts'
import { signInOptions } from './sign-in-options.ts'

const INSTANCE_BYTES = 3
/** The folder of kept files, inside the folder of a registry. */
const FILES_FOLDER = join('service', 'files')
const NO_BASE_URL =
  'UTPID_BASE_URL is not set: pages from any host name of this service are accepted as the dashboard. Set it to the address that people open'

/** A hosted service, and the parts that were opened for it. */
export interface OpenedService {
  readonly service: HostedService
  readonly store: ServiceStore
  /** Undefined without a key for secrets. */
  readonly secrets: SecretBox | undefined
  /** The name of this process; unique among the processes that share the store. */
  readonly instance: string
}

/** Opens the store of accounts and the service. The service does not run yet. */
export async function openService(registry: Registry, context: ServerContext): Promise<OpenedService> {
  const { options, env, settings, log, metrics, ends } = context
  const secrets = await secretsOf(options.data, env)
  // In containers with the same host name, every process may have the id 1.
  const instance = `${hostname()}-${process.pid}-${randomBytes(INSTANCE_BYTES).toString('hex')}`
  const store = await openServiceStore(options.data)
  ends.push(() => store.close())
  const unreadable = await checkSecrets(store, secrets, settings.UTPID_SECRETS_LOST)
  if (unreadable !== undefined) log.warn(unreadable)
  const limiter = await sharedLimiter(settings, instance, log)
  if (limiter !== undefined) ends.push(() => limiter.close())
  if (settings.UTPID_BASE_URL === undefined) log.warn(NO_BASE_URL)
  const service = await hostedService({
    registry,
    store,
    gazetteer: loadGazetteer(),
    instance,
    ...rulesOf(settings),
    termFrequencies: settings.UTPID_TERM_FREQUENCIES,
    files: filesOf(settings, options.data),
    ...defined({ secrets, limiter }),
    signIn: signInOptions(settings, secrets !== undefined, log),
    onError: log.internalError,
    onJobEnd: metrics.onJobEnd,
    onDelivery: metrics.onDelivery,
  })
  return { service, store, secrets, instance }
}

/** Returns the retention periods and the allowed destinations of webhooks. */
function rulesOf(settings: ServerSettings): Pick<HostedServiceOptions, 'retention' | 'destinations'> {
  const { UTPID_BASE_URL: baseUrl } = settings
  return {
    retention: {
      logs: settings.UTPID_LOG_DAYS,
      deliveries: settings.UTPID_DELIVERY_DAYS,
      ...defined({ addresses: settings.UTPID_ADDRESS_DAYS, audit: settings.UTPID_AUDIT_DAYS }),
    },
    destinations: {
      allowHttp: settings.UTPID_WEBHOOK_HTTP,
      allowedNetworks: settings.UTPID_WEBHOOK_NETWORKS ?? [],
      ownHosts: baseUrl === undefined ? [] : [new URL(baseUrl).hostname],
    },
  }
}

/** Returns the limits of kept files, and their folder for a registry in a folder. */
function filesOf(settings: ServerSettings, data: string): NonNullable<HostedServiceOptions['files']> {
  const folder = settings.UTPID_KEPT_FILE_FOLDER ?? (isAddress(data) ? undefined : join(data, FILES_FOLDER))
  return {
    days: settings.UTPID_KEPT_FILE_DAYS,
    maxAccountBytes: settings.UTPID_MAX_ACCOUNT_KEPT_BYTES,
    maxBytes: settings.UTPID_MAX_KEPT_BYTES,
    ...defined({ folder }),
  }
}

/** @returns Undefined without Redis: processes then share limits through their database. */
async function sharedLimiter(
  { UTPID_REDIS_URL: url }: ServerSettings,
  instance: string,
  log: ServerLog,
): Promise<RedisLimiter | undefined> {
  if (url === undefined) return undefined
  // Loaded on demand: a single process does not need it.
  const { RedisLimiter } = await import('@utpid/limits-redis')
  const limiter = new RedisLimiter({
    url,
    instance,
    onChange: (state, error) => {
      if (state === 'found') log.info('Redis answers again: limits are shared')
      else log.warn('Redis does not answer: this process applies its share of the limits', { err: error })
    },
  })
  await limiter.open()
  return limiter
}
