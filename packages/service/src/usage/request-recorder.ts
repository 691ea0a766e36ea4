import type { Clock } from '@utpid/core/operations'
import { rowKey } from '@utpid/core/storage'
import { drawnBytes } from '../environment/drawn-bytes.ts'
import type { Every } from '../jobs/job-worker.ts'
import type { RequestLog } from '../model/request-log.ts'
import { newRowId, rowIdAt } from '../store/row-id.ts'
import type { RowWrite, ServiceStore } from '../store/service-store.ts'
import { LatencyHistogram } from './latency-bins.ts'
import { hourOf, usageKey } from './usage-key.ts'

/** Options of the request recorder. */
export interface RequestRecorderOptions {
  readonly store: ServiceStore
  readonly clock: Clock
  readonly every: Every
  /** Maximum unwritten logs; further logs are dropped. Default: 20,000. */
  readonly maxLogs?: number
  /**
   * Maximum usage rows in memory: rows of this hour and unwritten rows. Calls that need further rows are dropped.
   * Default: 20,000.
   */
  readonly maxUsage?: number
  readonly onError?: (error: unknown) => void
}

/** Requests dropped since the recorder was created, for metrics and for people. */
export interface Dropped {
  /** Requests without a log. */
  readonly logs: number
  /** Requests that are missing in the usage figures. */
  readonly usage: number
}

const FLUSH_MILLISECONDS = 1_000
const DEFAULT_MAX = 20_000
/**
 * Requests to store in one write, with two rows for each request. Serializing these rows blocks the event loop for a
 * millisecond or two.
 */
const LOGS_PER_WRITE = 100
const USAGE_PER_WRITE = 1_000
const THROTTLED = 'rate_limited'
const QUOTA_REFUSED = 'quota_exceeded'

interface UsageCounter {
  readonly hour: string
  calls: number
  throttled: number
  quotaRefused: number
  readonly latencies: LatencyHistogram
  isWritten: boolean
}

/**
 * Buffers requests and writes them each second. Recording never waits and never fails: requests above the limits are
 * dropped and counted. A failed write is repeated with the same row keys, so no request counts twice.
 */
export class RequestRecorder {
  readonly #store: ServiceStore
  readonly #clock: Clock
  readonly #onError: (error: unknown) => void
  readonly #maxLogs: number
  readonly #maxUsage: number
  /** A unique name for the rows of this process, different after each start. */
  readonly #instance: string
  #logs: { readonly key: string; readonly log: RequestLog }[] = []
  readonly #usage = new Map<string, UsageCounter>()
  /** Orders logs of one millisecond. */
  #order = 0
  #dropped = { logs: 0, usage: 0 }
  #flushing: Promise<void> | undefined
  readonly #stopTimer: () => void

  constructor({ store, clock, every, maxLogs = DEFAULT_MAX, maxUsage = DEFAULT_MAX, onError }: RequestRecorderOptions) {
    this.#store = store
    this.#clock = clock
    this.#maxLogs = maxLogs
    this.#maxUsage = maxUsage
    this.#onError = onError ?? (() => undefined)
    this.#instance = newRowId(clock)
    this.#stopTimer = every(FLUSH_MILLISECONDS, () => void this.flush())
  }

  get dropped(): Dropped {
    return this.#dropped
  }

  /** Counts and logs a request after its response. */
  record(log: RequestLog): void {
    this.#count(log)
    if (this.#logs.length >= this.#maxLogs) {
      this.#dropped = { ...this.#dropped, logs: this.#dropped.logs + 1 }
      return
    }
    const key = rowKey(log.accountId, rowIdAt(Date.parse(log.createdAt), this.#order++, drawnBytes))
    this.#logs.push({ key, log })
  }

  /** Writes all buffered requests. Never rejects. */
  flush(): Promise<void> {
    this.#flushing ??= this.#write()
      .catch((error: unknown) => this.#onError(error))
      .finally(() => {
        this.#flushing = undefined
      })
    return this.#flushing
  }

  /** Stops the periodic writes and flushes for the last time. */
  async stop(): Promise<void> {
    this.#stopTimer()
    await this.#flushing
    await this.flush()
  }

  #count({ accountId, createdAt, keyId = '', method, route, status, code, milliseconds }: RequestLog): void {
    const oldest = this.#oldestHour()
    const startHour = hourOf(Date.parse(createdAt))
    // Rows of earlier hours are final, so a late request counts in the current hour.
    const hour = startHour < oldest ? hourOf(this.#clock()) : startHour
    const name = { accountId, hour, keyId, endpoint: `${method} ${route}`, status, instance: this.#instance }
    const key = usageKey(name)
    let counter = this.#usage.get(key)
    if (counter === undefined) {
      if (this.#usage.size >= this.#maxUsage) {
        this.#dropped = { ...this.#dropped, usage: this.#dropped.usage + 1 }
        return
      }
      const latencies = new LatencyHistogram()
      counter = { hour, calls: 0, throttled: 0, quotaRefused: 0, latencies, isWritten: false }
      this.#usage.set(key, counter)
    }
    counter.calls++
    if (code === THROTTLED) counter.throttled++
    if (code === QUOTA_REFUSED) counter.quotaRefused++
    counter.latencies.add(milliseconds)
    counter.isWritten = false
  }

  async #write(): Promise<void> {
    while (this.#logs.length > 0) {
      const logs = this.#logs.slice(0, LOGS_PER_WRITE)
      // Keep one row for each id: a client may send two requests with the same id.
      const names = new Map(logs.map(({ key, log }) => [rowKey(log.accountId, log.requestId), key]))
      await this.#store.write([
        ...logs.map(({ key, log }): RowWrite => ({ table: 'request_logs', key, row: log })),
        ...[...names].map(([name, key]): RowWrite => ({ table: 'request_ids', key: name, row: { key } })),
      ])
      this.#logs = this.#logs.slice(logs.length)
    }
    const changed = [...this.#usage].filter(([, { isWritten }]) => !isWritten)
    for (let from = 0; from < changed.length; from += USAGE_PER_WRITE) {
      const part = changed.slice(from, from + USAGE_PER_WRITE)
      // Set the flag before the write, so that the next write includes calls counted meanwhile.
      for (const [, counter] of part) counter.isWritten = true
      try {
        await this.#store.write(
          part.map(([key, { calls, throttled, quotaRefused, latencies }]): RowWrite => {
            return { table: 'usage', key, row: { calls, throttled, quotaRefused, latencies: latencies.bins() } }
          }),
        )
      } catch (error) {
        for (const [, counter] of part) counter.isWritten = false
        throw error
      }
    }
    this.#deleteOldHours()
  }

  #deleteOldHours(): void {
    const oldest = this.#oldestHour()
    for (const [key, { hour, isWritten }] of this.#usage) if (isWritten && hour < oldest) this.#usage.delete(key)
  }

  #oldestHour(): string {
    return hourOf(this.#clock() - OLD_MILLISECONDS)
  }
}

/** Milliseconds after which usage rows are final. A request that started in the previous hour may still be running. */
const OLD_MILLISECONDS = 3_600_000
