import { type Gazetteer, type Registry, RegistryError } from '@utpid/core'
import type { TermFrequencyMode } from '@utpid/core/operations'
import { defined } from '@utpid/core/storage'
import { AccountDeletion } from '../account-deletion/delete-account.ts'
import { Accounts } from '../accounts/accounts.ts'
import { AdminAccess } from '../accounts/admin-access.ts'
import { Members } from '../accounts/members.ts'
import { ensurePlans, Plans } from '../accounts/plans.ts'
import { AccountRepository } from '../accounts/repository/account-repository.ts'
import { Services } from '../accounts/services.ts'
import { Authenticator } from '../authentication/authenticator.ts'
import { FailedAuthentications } from '../authentication/failed-authentications.ts'
import { KeyUses } from '../authentication/key-uses.ts'
import { OwnSessions } from '../authentication/own-sessions.ts'
import { Sessions } from '../authentication/sessions.ts'
import { type ServiceEnvironment, systemEnvironment } from '../environment/environment.ts'
import { IdempotentResponses } from '../idempotency/idempotent-responses.ts'
import { batchMapHandler } from '../jobs/handlers/batch-map-job.ts'
import { concordanceHandler } from '../jobs/handlers/concordance-job.ts'
import { exportHandler } from '../jobs/handlers/export-job.ts'
import { importHandler } from '../jobs/handlers/import-job.ts'
import { reindexHandler, rescoreHandler } from '../jobs/handlers/rebuild-job.ts'
import { RETENTION_DAYS, type RetentionDays, retentionHandler, scheduledJobId } from '../jobs/handlers/retention-job.ts'
import { scheduleCount } from '../jobs/handlers/schedule-count.ts'
import { type Every, JobWorker } from '../jobs/job-worker.ts'
import { Jobs } from '../jobs/jobs.ts'
import type { FileContents } from '../kept-files/file-contents.ts'
import { FolderContents } from '../kept-files/folder-contents.ts'
import { type KeptFileRules, KeptFiles } from '../kept-files/kept-files.ts'
import { StoreContents } from '../kept-files/store-contents.ts'
import { Keys } from '../keys/keys.ts'
import { KeyList } from '../keys/list-keys.ts'
import type { Limiter } from '../limits/limiter.ts'
import { LocalLimiter } from '../limits/local-limiter.ts'
import { SharedLimiter, type SharedLimiterOptions, type ShareHealth } from '../limits/shared/shared-limiter.ts'
import type { Job } from '../model/job.ts'
import type { TotpMode } from '../model/sign-in.ts'
import { MonthlyQuota } from '../quota/monthly-quota.ts'
import { SecondFactor } from '../second-factor/second-factor.ts'
import type { SecretBox } from '../secrets/seal.ts'
import type { ProviderSettings } from '../sign-in-provider/provider-settings.ts'
import { ProviderSignIn } from '../sign-in-provider/provider-sign-in.ts'
import type { SignInProblem } from '../sign-in-provider/sign-in-refusal.ts'
import type { ServiceStore } from '../store/service-store.ts'
import { WatchedStore, type WriteHealth } from '../store/watched-store.ts'
import { Suggestions } from '../suggest/suggestions.ts'
import { RequestRecorder } from '../usage/request-recorder.ts'
import { Deliveries } from '../webhooks/delivery/deliveries.ts'
import { DestinationGuard, type DestinationGuardOptions } from '../webhooks/destination/destination-guard.ts'
import { guardedTransport } from '../webhooks/destination/webhook-transport.ts'
import { Webhooks } from '../webhooks/subscriptions/webhooks.ts'
import type { WebhookContext } from '../webhooks/webhook-context.ts'
import { WebhookWorker } from '../webhooks/worker/webhook-worker.ts'

const DAY = 86_400_000
const HOUR = 3_600_000

/** The parts of a hosted service. */
export interface HostedServiceOptions {
  readonly registry: Registry
  readonly store: ServiceStore
  /** The gazetteer from which the service suggests places. */
  readonly gazetteer?: Gazetteer
  /** Encrypts webhook secrets. Absent: the service has no webhooks. */
  readonly secrets?: SecretBox
  /** How members sign in to the dashboard. */
  readonly signIn?: SignInOptions
  /** The rules for allowed webhook destinations. */
  readonly destinations?: DestinationGuardOptions
  /**
   * When the service counts the words of the registry: `automatic` with a job if a count is due, after an import and
   * every hour; `manual` only with a rescore job. Default: `automatic`.
   */
  readonly termFrequencies?: TermFrequencyMode
  /** Retention periods in days. {@link RETENTION_DAYS} contains the default of each period. */
  readonly retention?: Partial<RetentionDays>
  /** Limits of kept files, and the folder for them. Without a folder, the store keeps them. */
  readonly files?: Partial<KeptFileRules> & { readonly folder?: string }
  /**
   * Rate limits of accounts and keys. By default, processes share the limits through the store if other processes can
   * open the store. Otherwise the default limits are local.
   */
  readonly limiter?: Limiter
  /** A unique name among the processes that share the store. */
  readonly instance: string
  readonly environment?: ServiceEnvironment
  /** Calls a function at an interval. */
  readonly every?: Every
  /** Receives errors of background tasks, which no caller receives. */
  readonly onError?: (error: unknown) => void
  /** Called for each job that finishes in this process. */
  readonly onJobEnd?: (job: Pick<Job, 'kind' | 'status'>) => void
  /** Called for each webhook delivery attempt. `status` is undefined without a response. */
  readonly onDelivery?: (status: number | undefined) => void
}

/** How members sign in to the dashboard. Keys can always sign in. */
export interface SignInOptions {
  /** Whether members may sign in with a password. Default: true. */
  readonly passwords?: boolean
  /** Whether members with a password must have a second factor. Default: `optional`. */
  readonly totp?: TotpMode
  /** A sign-in provider. It needs `secrets`. */
  readonly provider?: ProviderSettings
  /** Receives each refused sign-in with the provider, without secrets. */
  readonly onProblem?: (problem: SignInProblem) => void
}

/** A registry with accounts, over one store: everything that a binding such as HTTP needs. */
export interface HostedService {
  readonly registry: Registry
  readonly store: ServiceStore
  /** Whether the store accepts writes; for `/ready`. */
  readonly writeHealth: WriteHealth
  /** The share of this process of the limits; for `/ready`. Undefined if the store does not share the limits. */
  readonly shareHealth: ShareHealth | undefined
  readonly environment: ServiceEnvironment
  readonly repository: AccountRepository
  readonly accounts: Accounts
  readonly plans: Plans
  readonly members: Members
  readonly services: Services
  readonly sessions: Sessions
  readonly ownSessions: OwnSessions
  readonly secondFactor: SecondFactor
  /** Undefined without a sign-in provider. */
  readonly providerSignIn: ProviderSignIn | undefined
  /** Whether members may sign in with a password. */
  readonly hasPasswords: boolean
  readonly accountDeletion: AccountDeletion
  readonly keys: Keys
  readonly keyList: KeyList
  readonly adminAccess: AdminAccess
  readonly authenticator: Authenticator
  readonly failedAuthentications: FailedAuthentications
  readonly limiter: Limiter
  readonly quota: MonthlyQuota
  readonly recorder: RequestRecorder
  readonly idempotentAnswers: IdempotentResponses
  readonly jobs: Jobs
  /** The files of jobs, for downloads. */
  readonly files: KeptFiles
  readonly suggestions: Suggestions
  /** Undefined if there is no key for encrypting webhook secrets. */
  readonly webhooks: Webhooks | undefined
  readonly deliveries: Deliveries | undefined
  /** Whether the service is about to stop and new requests should go elsewhere. */
  readonly isDraining: boolean
  drain(): void
  /**
   * Joins the processes that share the store, to get a share of the limits. If a dead process still has a share, `join`
   * waits up to 3 s. Until the share is free, callers with limits get `unavailable`, and `shareHealth` has no share.
   */
  join(): Promise<void>
  /** Starts the workers of jobs and webhooks. */
  start(): void
  /**
   * Stops starting jobs and deliveries. Resolves when the running jobs and deliveries have finished or are back in the
   * queue. Call this method while the process still serves requests, since a delivery can take 15 s.
   */
  stopWorkers(): Promise<void>
  /** Stops the workers, releases shared resources and flushes pending writes. The store and the registry stay open. */
  stop(): Promise<void>
}

/** Creates a service and writes missing plans. `ensureFirstAccount` creates accounts. */
export async function hostedService(options: HostedServiceOptions): Promise<HostedService> {
  const { registry, instance, onError = () => undefined } = options
  const environment = options.environment ?? systemEnvironment
  const clock = (): number => environment.now()
  const store = new WatchedStore(options.store, clock)
  const every = options.every ?? unrefTimer
  await ensurePlans(store)
  const repository = new AccountRepository(store, environment)
  const plans = new Plans(repository)
  await plans.applyPlans()
  const uses = new KeyUses(store, environment)
  const authenticator = new Authenticator(repository, uses)
  const signIn = signInParts(options, repository, authenticator)
  const { sessions } = signIn
  const { limiter, shared } = limiterOf(options, { store, environment, every, onError })
  const quota = new MonthlyQuota(store, environment)
  const recorder = new RequestRecorder({ store, clock, every, onError })
  const jobs = new Jobs(store, clock)
  const files = keptFiles(options, store, clock)
  const count = async (): Promise<void> => {
    if (options.termFrequencies !== 'manual') await scheduleCount(registry, jobs, clock).catch(onError)
  }
  const accountDeletion = new AccountDeletion(repository, jobs, files)
  const worker = jobWorker({ ...options, files, accountDeletion, onImported: count }, { store, clock, every, onError })
  const webhooks = webhooksOf({ ...options, store }, repository, instance, onError)
  const members = new Members(repository)
  const keys = new Keys(repository)
  const keyList = new KeyList(repository, limiter)
  const background = { jobs, sessions, worker, webhooks: webhooks?.worker, shared, count }
  const work = backgroundWork({ ...background, clock, every, onError })
  let isDraining = false
  return {
    registry,
    store,
    writeHealth: store,
    shareHealth: shared,
    environment,
    repository,
    accounts: new Accounts(repository),
    plans,
    members,
    services: new Services(repository),
    ...signIn,
    accountDeletion,
    keys,
    keyList,
    adminAccess: new AdminAccess(repository, keys, keyList, members),
    authenticator,
    failedAuthentications: new FailedAuthentications(environment),
    limiter,
    quota,
    recorder,
    idempotentAnswers: new IdempotentResponses(store, clock),
    jobs,
    files,
    suggestions: new Suggestions({
      registry,
      clock,
      yieldNow,
      ...defined({ gazetteer: options.gazetteer }),
    }),
    webhooks: webhooks?.webhooks,
    deliveries: webhooks?.deliveries,
    get isDraining() {
      return isDraining
    },
    drain: () => {
      isDraining = true
    },
    ...work,
    stop: async () => {
      await work.stopWorkers()
      authenticator.close()
      await shared?.close()
      await quota.release()
      await recorder.stop()
      await uses.flushed()
    },
  }
}

/** Creates the parts with which members sign in. @throws `validation_failed` for a provider without `secrets` */
function signInParts(
  { secrets, signIn = {} }: HostedServiceOptions,
  repository: AccountRepository,
  authenticator: Authenticator,
): Pick<HostedService, 'sessions' | 'ownSessions' | 'secondFactor' | 'providerSignIn' | 'hasPasswords'> {
  const { passwords: hasPasswords = true, totp, provider, onProblem } = signIn
  const secondFactor = new SecondFactor(repository, secrets, totp)
  const sessions = new Sessions(repository, authenticator, { passwords: hasPasswords, secondFactor })
  const needsSecrets = provider !== undefined || totp === 'required'
  if (needsSecrets && secrets === undefined) {
    throw new RegistryError(
      'validation_failed',
      'A sign-in provider and a required second factor need a key for secrets; set UTPID_SECRET_KEY.',
    )
  }
  return {
    sessions,
    ownSessions: new OwnSessions(repository),
    secondFactor,
    hasPasswords,
    providerSignIn:
      provider === undefined || secrets === undefined
        ? undefined
        : new ProviderSignIn({ settings: provider, repository, sessions, secrets, onProblem }),
  }
}

/** Returns the limiter. `shared` is the same limiter if processes share limits through the store. */
function limiterOf(
  { limiter, instance }: HostedServiceOptions,
  { environment, ...context }: Omit<SharedLimiterOptions, 'instance'>,
): { readonly limiter: Limiter; readonly shared: SharedLimiter | undefined } {
  if (limiter !== undefined) return { limiter, shared: undefined }
  if (!context.store.isShared) return { limiter: new LocalLimiter(environment), shared: undefined }
  const shared = new SharedLimiter({ environment, instance, ...context })
  return { limiter: shared, shared }
}

/** Parts of a service that its workers share. */
interface WorkContext {
  readonly clock: () => number
  readonly every: Every
  readonly onError: (error: unknown) => void
}

function keptFiles({ files = {}, onError }: HostedServiceOptions, store: ServiceStore, clock: () => number): KeptFiles {
  const { folder, ...rules } = files
  const contents: FileContents = folder === undefined ? new StoreContents(store) : new FolderContents(folder)
  return new KeptFiles({ store, clock, contents, rules, ...defined({ onError }) })
}

function jobWorker(
  {
    registry,
    retention,
    onJobEnd,
    files,
    accountDeletion,
    onImported,
  }: Omit<HostedServiceOptions, 'files'> & {
    readonly files: KeptFiles
    readonly accountDeletion: AccountDeletion
    readonly onImported: () => Promise<void>
  },
  { store, clock, ...context }: WorkContext & { readonly store: ServiceStore },
): JobWorker {
  return new JobWorker({
    store,
    clock,
    ...context,
    ...defined({ onEnd: onJobEnd }),
    handlers: [
      batchMapHandler(registry, yieldNow),
      importHandler(registry, onImported),
      concordanceHandler(registry, clock),
      exportHandler(registry),
      rescoreHandler(registry, clock),
      reindexHandler(registry, clock),
      retentionHandler(store, clock, { ...RETENTION_DAYS, ...retention }, files, (signal) =>
        accountDeletion.deleteRemains(signal),
      ),
    ],
  })
}

interface BackgroundParts extends WorkContext {
  readonly jobs: Jobs
  readonly sessions: Sessions
  readonly worker: JobWorker
  readonly webhooks: WebhookWorker | undefined
  /** Undefined if limits are not shared through the store. */
  readonly shared: SharedLimiter | undefined
  /** Creates a job that counts the words of the registry, if a count is due. */
  readonly count: () => Promise<void>
}

/** Starts and stops the workers, the daily jobs and the shared limits. */
function backgroundWork({
  jobs,
  sessions,
  worker,
  webhooks,
  shared,
  count,
  clock,
  every,
  onError,
}: BackgroundParts): Pick<HostedService, 'join' | 'start' | 'stopWorkers'> {
  let endHourly: () => void = () => undefined
  let workersEnd: Promise<unknown> | undefined
  const daily = async (): Promise<void> => {
    await jobs.create({ id: scheduledJobId('retention', clock, DAY), kind: 'retention' })
    await sessions.deleteExpired()
  }
  return {
    join: async () => await shared?.open(),
    start: () => {
      void shared?.open()
      worker.start()
      webhooks?.start()
      // Run hourly, since a process may stop before a day has passed. The job has the same id all day, so only one job
      // is created. Single records may make a count of words due.
      const runHourly = (): void => {
        void daily().catch(onError)
        void count()
      }
      runHourly()
      endHourly = every(HOUR, runHourly)
    },
    stopWorkers: async () => {
      endHourly()
      workersEnd ??= Promise.all([worker.stop(), webhooks?.stop()])
      await workersEnd
    },
  }
}

function webhooksOf(
  { registry, store, secrets, destinations, onDelivery }: HostedServiceOptions,
  repository: AccountRepository,
  instance: string,
  onError: (error: unknown) => void,
): { webhooks: Webhooks; deliveries: Deliveries; worker: WebhookWorker } | undefined {
  if (secrets === undefined) return undefined
  const { environment } = repository
  const guard = new DestinationGuard(destinations ?? {})
  const transport = guardedTransport(guard)
  const context: WebhookContext = {
    store,
    registry,
    secrets,
    clock: () => environment.now(),
    randomBytes: (bytes) => environment.random(bytes),
  }
  return {
    webhooks: new Webhooks(context, guard, repository),
    deliveries: new Deliveries(context),
    worker: new WebhookWorker(context, {
      worker: instance,
      transport,
      onError,
      onAttempt: ({ status }) => onDelivery?.(status),
    }),
  }
}

/** Lets other tasks of the process run. */
function yieldNow(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve))
}

/** A timer that does not keep the process alive. */
function unrefTimer(milliseconds: number, run: () => void): () => void {
  const timer = setInterval(run, milliseconds)
  timer.unref()
  return () => clearInterval(timer)
}
