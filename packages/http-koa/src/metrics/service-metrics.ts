import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import type { ReplicaState } from '@utpid/core'
import type { Job, ServiceStore, TriedSecrets } from '@utpid/service'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { LoadState } from '../overload/load-limit.ts'
import type { Uploads } from '../uploads/uploads.ts'
import type { FinishedRequest } from './finished-request.ts'

/** A figure that is asked when somebody wants to know. */
export interface MetricSource {
  /** `utpid_replica_behind_seconds` */
  readonly name: string
  readonly help: string
  /** By the value of its label where it has one. @throws nothing is told of it then. */
  read(): Promise<number | Readonly<Record<string, number>>> | number | Readonly<Record<string, number>>
  /** The name of the label. */
  readonly label?: string
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const MS = 1_000
const NS = 1_000_000_000
/** How often the event loop is looked at, milliseconds. */
const LOOK_MS = 10

/** How long a count of secrets holds: all of them are opened for it. */
const SECRETS_MS = 60_000

/** Unfinished jobs that are looked at to count them. */
const JOBS_MOST = 1_000

/**
 * Figures of a process for Prometheus. Labels are route templates, statuses and codes: nothing that a caller chose, no key
 * and no account.
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
    // Of the process: memory, garbage collection.
    collectDefaultMetrics({ register: this.#register })
    this.#addDelay()
    this.#duration = new Histogram({
      name: 'utpid_http_request_duration_seconds',
      help: 'Requests by route and status, and how long their answers took.',
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
      registers,
    })
    this.#problems = new Counter({
      name: 'utpid_http_problems_total',
      help: 'Requests that were answered with a problem, by its code: quota_exceeded, rate_limited, overloaded ...',
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
      help: 'Attempts of this process to deliver to a webhook: delivered, refused (another status) or unreachable.',
      labelNames: ['outcome'],
      registers,
    })
  }

  readonly onRequest = ({ method, route, status, code, milliseconds }: FinishedRequest): void => {
    this.#duration.observe({ method: knownMethod(method), route, status }, milliseconds / MS)
    if (code !== undefined) this.#problems.inc({ code })
  }

  /** What Node refused before it was a request. */
  readonly onRefused = (code: string): void => this.#problems.inc({ code })

  readonly onJobEnd = ({ kind, status }: Pick<Job, 'kind' | 'status'>): void => this.#jobs.inc({ kind, status })

  /** @param status - Undefined when there was no answer. */
  readonly onDelivery = (status: number | undefined): void => {
    const isDelivered = status !== undefined && status >= 200 && status < 300
    this.#deliveries.inc({ outcome: status === undefined ? 'unreachable' : isDelivered ? 'delivered' : 'refused' })
  }

  add({ name, help, label, read }: MetricSource): void {
    const gauge: Gauge<string> = new Gauge({
      name,
      help,
      ...(label === undefined ? {} : { labelNames: [label] }),
      registers: [this.#register],
      collect: async () => {
        gauge.reset()
        // What cannot be asked now is left out; the others are told.
        const found = await Promise.resolve()
          .then(read)
          .catch(() => undefined)
        if (found === undefined) gauge.remove()
        else if (typeof found === 'number') gauge.set(found)
        else for (const [value, count] of Object.entries(found)) gauge.set({ [label ?? '']: value }, count)
      },
    })
  }

  /** How late the event loop is. What the process is told counts from look to look, also when nothing was late. */
  #addDelay(): void {
    const looked: IntervalHistogram = monitorEventLoopDelay({ resolution: LOOK_MS })
    looked.enable()
    const seconds = (found: number): number => Math.max(0, found / NS - LOOK_MS / MS)
    this.add({
      name: 'utpid_event_loop_delay_seconds',
      help: 'How late the event loop came to what was due, since the last time this was asked.',
      label: 'quantile',
      read: () => {
        const told = {
          '0.5': seconds(looked.percentile(50)),
          '0.99': seconds(looked.percentile(99)),
          '1': seconds(looked.max),
        }
        looked.reset()
        return told
      },
    })
  }

  /** How much this process has in hand. */
  addLoad(state: () => LoadState): void {
    this.add({
      name: 'utpid_http_in_hand',
      help: 'Requests that are worked on, bodies and answers that flow, bytes of bodies that are held.',
      label: 'what',
      read: () => ({ ...state() }),
    })
  }

  /** Uploads on threads of this process. */
  addUploads(uploads: Uploads): void {
    this.add({
      name: 'utpid_uploads',
      help: 'Bodies of batches and imports that come, that wait for a thread or for another of their account, and that threads read.',
      label: 'state',
      read: () => ({ ...uploads.state }),
    })
    this.add({
      name: 'utpid_upload_bytes',
      help: 'Bytes of these bodies that are kept, in memory or in files, until they are read.',
      read: () => uploads.keptBytes,
    })
  }

  /** Jobs that are not over, of all processes. */
  addJobs(store: ServiceStore): void {
    this.add({
      name: 'utpid_jobs',
      help: `Jobs of all processes that are not over, by status; counted up to ${JOBS_MOST}.`,
      label: 'status',
      read: async () => {
        const due = await store.range('jobs_due', { limit: JOBS_MOST })
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

  /** Active webhooks that nothing can be signed for; counted once a minute at most. */
  addSecrets(tried: () => Promise<TriedSecrets>, clock: () => number): void {
    let counted: { readonly at: number; readonly unreadable: Promise<number> } | undefined
    this.add({
      name: 'utpid_webhook_secrets_unreadable',
      help: 'Active webhooks whose secret this process cannot open: their deliveries fail until the key is given or the secret rotated.',
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

  /** How far the copy is; undefined of a process without one. */
  replica(): ReplicaState | undefined {
    return this.#replica?.()
  }

  /** How far a copy in memory is behind its storage, of a process that answers from one. */
  addReplica(state: () => ReplicaState): void {
    this.#replica = state
    this.add({
      name: 'utpid_replica_behind_seconds',
      help: 'How long the copy in memory has been behind the storage.',
      read: () => state().behindMilliseconds / MS,
    })
    this.add({
      name: 'utpid_replica_behind_changes',
      help: 'Changes of the storage that the copy in memory does not have yet.',
      read: () => Math.max(0, state().primaryChange - state().change),
    })
  }

  /** Everything, as Prometheus reads it. */
  async text(): Promise<{ readonly type: string; readonly body: string }> {
    return { type: this.#register.contentType, body: await this.#register.metrics() }
  }
}

/** A caller may make methods up, of which each would be a series of its own. */
function knownMethod(method: string): string {
  return ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].includes(method) ? method : 'other'
}
