import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import type { ReplicaState } from '@utpid/core/copy'
import type { Job, ServiceStore } from '@utpid/service'
import type { TriedSecrets } from '@utpid/service/internal'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { LoadState } from '../overload/concurrency-limit.ts'
import type { Uploads } from '../uploads/uploads.ts'
import type { FinishedRequest } from './finished-request.ts'

/** A metric whose value is read each time when Prometheus scrapes the process. */
export interface MetricSource {
  /** The name of the metric, such as `utpid_replica_behind_seconds`. */
  readonly name: string
  readonly help: string
  /** Returns the value, or values by label. If the function throws, the metric is omitted. */
  read(): Promise<number | Readonly<Record<string, number>>> | number | Readonly<Record<string, number>>
  /** The name of the label. */
  readonly label?: string
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const MS = 1_000
const NS = 1_000_000_000
/** Sampling interval of the event loop delay, milliseconds. */
const SAMPLING_MS = 10

/** Milliseconds for which the number of undecryptable secrets is cached, since counting decrypts all secrets. */
const SECRETS_MS = 60_000

/** Maximum unfinished jobs that the metric counts. */
const MAX_JOBS = 1_000

/**
 * Prometheus metrics of a process. Labels are route templates, statuses and codes. Labels never contain input of
 * callers, keys or accounts.
 */
export class ServiceMetrics {
  readonly #register = new Registry()
  #replica: (() => ReplicaState) | undefined
  readonly #duration: Histogram<'method' | 'route' | 'status'>
  readonly #problems: Counter<'code'>
  readonly #jobs: Counter<'kind' | 'status'>
  readonly #deliveries: Counter<'outcome'>

  constructor() {
    const registers = [this.#register]
    // Process metrics include memory and garbage collection.
    collectDefaultMetrics({ register: this.#register })
    this.#addDelay()
    this.#duration = new Histogram({
      name: 'utpid_http_request_duration_seconds',
      help: 'Requests by route and status, with the time until the answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
      registers,
    })
    this.#problems = new Counter({
      name: 'utpid_http_problems_total',
      help: 'Requests answered with a problem, by its code: quota_exceeded, rate_limited, overloaded ...',
      labelNames: ['code'],
      registers,
    })
    this.#jobs = new Counter({
      name: 'utpid_jobs_ended_total',
      help: 'Jobs that ended in this process.',
      labelNames: ['kind', 'status'],
      registers,
    })
    this.#deliveries = new Counter({
      name: 'utpid_webhook_attempts_total',
      help: 'Webhook delivery attempts of this process: delivered (2xx), rejected (other status) or unreachable.',
      labelNames: ['outcome'],
      registers,
    })
  }

  readonly onRequest = ({ method, route, status, code, milliseconds }: FinishedRequest): void => {
    this.#duration.observe({ method: knownMethod(method), route, status }, milliseconds / MS)
    if (code !== undefined) this.#problems.inc({ code })
  }

  /** Counts a request that Node could not parse. */
  readonly onRefused = (code: string): void => this.#problems.inc({ code })

  readonly onJobEnd = ({ kind, status }: Pick<Job, 'kind' | 'status'>): void => this.#jobs.inc({ kind, status })

  /** @param status - Undefined if there was no response. */
  readonly onDelivery = (status: number | undefined): void => {
    const isDelivered = status !== undefined && status >= 200 && status < 300
    this.#deliveries.inc({ outcome: status === undefined ? 'unreachable' : isDelivered ? 'delivered' : 'rejected' })
  }

  add({ name, help, label, read }: MetricSource): void {
    const gauge: Gauge<string> = new Gauge({
      name,
      help,
      ...(label === undefined ? {} : { labelNames: [label] }),
      registers: [this.#register],
      collect: async () => {
        gauge.reset()
        // Omit a metric that cannot be read now.
        const found = await Promise.resolve()
          .then(read)
          .catch(() => undefined)
        if (found === undefined) gauge.remove()
        else if (typeof found === 'number') gauge.set(found)
        else for (const [value, count] of Object.entries(found)) gauge.set({ [label ?? '']: value }, count)
      },
    })
  }

  /**
   * Adds the event loop delay since the last scrape. The histogram measures the time between ticks, so the method
   * subtracts the sampling interval.
   */
  #addDelay(): void {
    const histogram: IntervalHistogram = monitorEventLoopDelay({ resolution: SAMPLING_MS })
    histogram.enable()
    const seconds = (found: number): number => Math.max(0, found / NS - SAMPLING_MS / MS)
    this.add({
      name: 'utpid_event_loop_delay_seconds',
      help: 'Delay of the event loop since the last scrape.',
      label: 'quantile',
      read: () => {
        const quantiles = {
          '0.5': seconds(histogram.percentile(50)),
          '0.99': seconds(histogram.percentile(99)),
          '1': seconds(histogram.max),
        }
        histogram.reset()
        return quantiles
      },
    })
  }

  /** Adds metrics for the load of this process. */
  addLoad(state: () => LoadState): void {
    this.add({
      name: 'utpid_http_in_flight',
      help: 'In-flight requests, open streams of bodies and answers, and bytes of bodies in memory.',
      label: 'kind',
      read: () => ({ ...state() }),
    })
  }

  /** Adds metrics for the uploads of this process. */
  addUploads(uploads: Uploads): void {
    this.add({
      name: 'utpid_uploads',
      help: 'Uploads of batches and imports: receiving, waiting for a thread or another upload of the account, or being read.',
      label: 'state',
      read: () => ({ ...uploads.state }),
    })
    this.add({
      name: 'utpid_upload_bytes',
      help: 'Bytes of uploads held in memory or files until they are read.',
      read: () => uploads.storedBytes,
    })
  }

  /** Adds a metric for the unfinished jobs of all processes. */
  addJobs(store: ServiceStore): void {
    this.add({
      name: 'utpid_jobs',
      help: `Unfinished jobs of all processes, by status; counted up to ${MAX_JOBS}.`,
      label: 'status',
      read: async () => {
        const due = await store.range('jobs_due', { limit: MAX_JOBS })
        const jobs = await store.read(
          'jobs',
          due.map(({ row }) => row.jobId),
        )
        const counts: Record<string, number> = { queued: 0, running: 0, cancelling: 0 }
        for (const job of jobs) if (job !== undefined) counts[job.row.status] = (counts[job.row.status] ?? 0) + 1
        return counts
      },
    })
  }

  /** Adds a metric for secrets that cannot be decrypted. Secrets are checked at most once a minute. */
  addSecrets(tried: () => Promise<TriedSecrets>, clock: () => number): void {
    let counted: { readonly at: number; readonly unreadable: Promise<number> } | undefined
    this.add({
      name: 'utpid_secrets_unreadable',
      help: 'Secrets of active webhooks and second factors that this process cannot decrypt. Deliveries and codes fail until the key is configured, or the secret is rotated or reset.',
      read: async () => {
        const now = clock()
        if (counted === undefined || now - counted.at >= SECRETS_MS) {
          counted = { at: now, unreadable: tried().then(({ unreadable }) => unreadable) }
        }
        const { unreadable } = counted
        return await unreadable.catch((error: unknown) => {
          counted = undefined
          throw error
        })
      },
    })
  }

  /** Returns the state of the replica. Undefined for a process without a replica. */
  replica(): ReplicaState | undefined {
    return this.#replica?.()
  }

  /** Adds metrics for the lag of an in-memory replica behind its storage. */
  addReplica(state: () => ReplicaState): void {
    this.#replica = state
    this.add({
      name: 'utpid_replica_behind_seconds',
      help: 'Seconds that the in-memory replica has been behind the storage.',
      read: () => state().behindMilliseconds / MS,
    })
    this.add({
      name: 'utpid_replica_behind_changes',
      help: 'Changes of the storage that the in-memory replica lacks.',
      read: () => Math.max(0, state().primaryChange - state().change),
    })
  }

  /** Returns all metrics in the Prometheus text format. */
  async text(): Promise<{ readonly type: string; readonly body: string }> {
    return { type: this.#register.contentType, body: await this.#register.metrics() }
  }
}

/** Maps unknown methods to `other`: otherwise each invented method would create a new time series. */
function knownMethod(method: string): string {
  return ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].includes(method) ? method : 'other'
}
