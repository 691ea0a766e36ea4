import { RegistryError } from '@utpid/core'
import { defined, MAX_READ_ROWS } from '@utpid/core/storage'
import type { UsageRow } from '../model/request-log.ts'
import type { ServiceStore } from '../store/service-store.ts'
import { LatencyHistogram } from './latency-bins.ts'
import { hourOf, type UsageName, usageNameOf, usagePrefix } from './usage-key.ts'

/** The length of a period. */
export type UsageBucket = 'hour' | 'day'
/** The grouping of usage. */
export type UsageGrouping = 'endpoint' | 'key' | 'status'

/** A usage query. */
export interface UsageQuery {
  /** Milliseconds since 1970; extended to whole hours. */
  readonly from: number
  readonly to: number
  readonly bucket: UsageBucket
  /** The property by which calls are grouped. Absent: calls are not grouped. */
  readonly groupBy?: UsageGrouping
}

/** Calls of one period and one group. */
export interface UsageFigures {
  /** Start of the period, ISO 8601 UTC. */
  readonly from: string
  /** The group: an endpoint, the id of a key (empty for calls without a key), or a status. Absent without grouping. */
  readonly group?: string
  readonly calls: number
  /** Calls with a 4xx or 5xx response. */
  readonly errors: number
  /** Share of errors among the calls, 0 to 1; 0 without calls. */
  readonly errorRate: number
  readonly throttled: number
  readonly quotaRefused: number
  /** Milliseconds, within 5 %; null without calls. */
  readonly p50: number | null
  readonly p95: number | null
  readonly p99: number | null
}

const MAX_DAYS = 400
const DAY = 86_400_000
const ERRORS_FROM = 400
const DIGITS = 10_000

/**
 * Returns the usage of an account by period and group. Calls of the last second may be missing.
 *
 * @throws `validation_failed` if the end is before the start, or if the range exceeds 400 days.
 */
export async function readUsage(store: ServiceStore, accountId: string, query: UsageQuery): Promise<UsageFigures[]> {
  const { from, to, bucket, groupBy } = query
  if (!(from <= to && to - from <= MAX_DAYS * DAY)) {
    throw new RegistryError('validation_failed', `from must be before to, by at most ${MAX_DAYS} days.`)
  }
  const prefix = usagePrefix(accountId)
  const sums = new Map<string, UsageSum>()
  // This bound follows all keys of the last hour: no key has a character above `~`.
  const before = `${prefix}${hourOf(to)}\x7f`
  let after = `${prefix}${hourOf(from)}`
  for (;;) {
    const rows = await store.range('usage', { prefix, after, before, limit: MAX_READ_ROWS })
    for (const { key, row } of rows) {
      const name = usageNameOf(key)
      const span =
        bucket === 'hour' ? `${name.hour}:00:00.000Z` : `${name.hour.slice(0, 'YYYY-MM-DD'.length)}T00:00:00.000Z`
      const group = groupBy === undefined ? undefined : groupOf(name, groupBy)
      const id = `${span} ${group ?? ''}`
      const sum = sums.get(id) ?? new UsageSum(span, group)
      sums.set(id, sum)
      sum.add(name, row)
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < MAX_READ_ROWS) break
    after = last.key
  }
  return [...sums.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum.figures())
}

function groupOf({ endpoint, keyId, status }: UsageName, groupBy: UsageGrouping): string {
  if (groupBy === 'endpoint') return endpoint
  return groupBy === 'key' ? keyId : String(status)
}

class UsageSum {
  readonly #from: string
  readonly #group: string | undefined
  readonly #latencies = new LatencyHistogram()
  #calls = 0
  #errors = 0
  #throttled = 0
  #quotaRefused = 0

  constructor(from: string, group: string | undefined) {
    this.#from = from
    this.#group = group
  }

  add({ status }: UsageName, { calls, throttled, quotaRefused, latencies }: UsageRow): void {
    this.#calls += calls
    if (status >= ERRORS_FROM) this.#errors += calls
    this.#throttled += throttled
    this.#quotaRefused += quotaRefused
    this.#latencies.addBins(latencies)
  }

  figures(): UsageFigures {
    const errorRate = this.#calls === 0 ? 0 : Math.round((this.#errors / this.#calls) * DIGITS) / DIGITS
    return {
      from: this.#from,
      ...defined({ group: this.#group }),
      calls: this.#calls,
      errors: this.#errors,
      errorRate,
      throttled: this.#throttled,
      quotaRefused: this.#quotaRefused,
      p50: this.#latencies.percentile(0.5),
      p95: this.#latencies.percentile(0.95),
      p99: this.#latencies.percentile(0.99),
    }
  }
}
