import type { Clock } from '@utpid/core'
import { rowKey } from '@utpid/core/storage'
import { drawnBytes } from '../environment/drawn-bytes.ts'
import type { Every } from '../jobs/job-worker.ts'
import type { RequestLog } from '../model/request-log.ts'
import { newRowId, rowIdAt } from '../store/row-id.ts'
import type { RowWrite, ServiceStore } from '../store/service-store.ts'
import { LatencyHistogram } from './latency-bins.ts'
import { hourOf, usageKey } from './usage-key.ts'

/** Where requests are written down, and how often. */
export interface RequestRecorderOptions {
  readonly store: ServiceStore
  readonly clock: Clock
  readonly every: Every
  /** Logs that wait to be written: further ones are dropped. 20,000 unless given. */
  readonly logsMost?: number
  /** Rows of usage of this hour and those not yet written: calls of further ones are dropped. 20,000 unless given. */
  readonly usageMost?: number
  readonly onError?: (error: unknown) => void
}

/** What was left out since the recorder was made, for metrics and for people. */
export interface Dropped {
  /** Requests that have no log. */
  readonly logs: number
  /** Requests that are not counted in usage either. */
  readonly usage: number
}

const FLUSH_MILLISECONDS = 1_000
const MOST = 20_000
/** Requests of one write; each is two rows. Making them holds everybody up, for a millisecond or two. */
const LOGS_PER_WRITE = 100
const USAGE_PER_WRITE = 1_000
const THROTTLED = 'rate_limited'
const QUOTA_REFUSED = 'quota_exceeded'

interface Counted {
  readonly hour: string
  calls: number
  throttled: number
  quotaRefused: number
  readonly latencies: LatencyHistogram
  isWritten: boolean
}

/**
 * Remembers requests until they are written, each second. It never waits and never fails: what does not fit is dropped
 * and counted. What a store did not take is written again under the same keys, so that nothing counts twice.
 */
export class RequestRecorder {
  readonly #store: ServiceStore
  readonly #clock: Clock
  readonly #onError: (error: unknown) => void
  readonly #logsMost: number
  readonly #usageMost: number
  /** A name for what this process counted, different after each start. */
  readonly #instance: string
  #logs: { readonly key: string; readonly log: RequestLog }[] = []
  readonly #usage = new Map<string, Counted>()
  /** Of logs of one millisecond. */
  #order = 0
  #dropped = { logs: 0, usage: 0 }
  #flushing: Promise<void> | undefined
  readonly #end: () => void

  constructor({ store, clock, every, logsMost = MOST, usageMost = MOST, onError }: RequestRecorderOptions) {
    this.#store = store
    this.#clock = clock
    this.#logsMost = logsMost
    this.#usageMost = usageMost
    this.#onError = onError ?? (() => undefined)
    this.#instance = newRowId(clock)
    this.#end = every(FLUSH_MILLISECONDS, () => void this.flush())
  }

  get dropped(): Dropped {
    return this.#dropped
  }

  /** Counts a request that was answered, and logs it. */
  record(log: RequestLog): void {
    this.#count(log)
    if (this.#logs.length >= this.#logsMost) {
      this.#dropped = { ...this.#dropped, logs: this.#dropped.logs + 1 }
      return
    }
    const key = rowKey(log.accountId, rowIdAt(Date.parse(log.at), this.#order++, drawnBytes))
    this.#logs.push({ key, log })
  }

  /** Writes what there is. Never rejects. */
  flush(): Promise<void> {
    this.#flushing ??= this.#write()
      .catch((error: unknown) => this.#onError(error))
      .finally(() => {
        this.#flushing = undefined
      })
    return this.#flushing
  }

  /** Writes what there is for the last time. */
  async stop(): Promise<void> {
    this.#end()
    await this.#flushing
    await this.flush()
  }

  #count({ accountId, at, keyId = '', method, route, status, code, milliseconds }: RequestLog): void {
    const oldest = this.#oldestHour()
    const begun = hourOf(Date.parse(at))
    // Rows of hours before are written for good; what comes so late counts now.
    const hour = begun < oldest ? hourOf(this.#clock()) : begun
    const name = { accountId, hour, keyId, endpoint: `${method} ${route}`, status, instance: this.#instance }
    const key = usageKey(name)
    let counted = this.#usage.get(key)
    if (counted === undefined) {
      if (this.#usage.size >= this.#usageMost) {
        this.#dropped = { ...this.#dropped, usage: this.#dropped.usage + 1 }
        return
      }
      const latencies = new LatencyHistogram()
      counted = { hour, calls: 0, throttled: 0, quotaRefused: 0, latencies, isWritten: false }
      this.#usage.set(key, counted)
    }
    counted.calls++
    if (code === THROTTLED) counted.throttled++
    if (code === QUOTA_REFUSED) counted.quotaRefused++
    counted.latencies.add(milliseconds)
    counted.isWritten = false
  }

  async #write(): Promise<void> {
    while (this.#logs.length > 0) {
      const logs = this.#logs.slice(0, LOGS_PER_WRITE)
      // By their keys: a client may send two requests of one id.
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
      // Before it is written: what is counted meanwhile is written the next time.
      for (const [, counted] of part) counted.isWritten = true
      try {
        await this.#store.write(
          part.map(([key, { calls, throttled, quotaRefused, latencies }]): RowWrite => {
            return { table: 'usage', key, row: { calls, throttled, quotaRefused, latencies: latencies.bins() } }
          }),
        )
      } catch (error) {
        for (const [, counted] of part) counted.isWritten = false
        throw error
      }
    }
    this.#forgetOldHours()
  }

  #forgetOldHours(): void {
    const oldest = this.#oldestHour()
    for (const [key, { hour, isWritten }] of this.#usage) if (isWritten && hour < oldest) this.#usage.delete(key)
  }

  #oldestHour(): string {
    return hourOf(this.#clock() - OLD_MILLISECONDS)
  }
}

/** A request that began in the hour before may still be going on. */
const OLD_MILLISECONDS = 3_600_000
