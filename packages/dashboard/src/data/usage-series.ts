import type { Answers } from '@utpid/client'

export type UsageRow = Answers['usage']['usage'][number]
export type Bucket = 'hour' | 'day'

/** Usage of one endpoint, key or status, or the total without grouping. */
export interface UsageGroup {
  readonly group: string
  readonly calls: number
  readonly errors: number
  readonly throttled: number
  readonly quotaRefused: number
  /** The maximum of the medians of all rows, since a median of medians would be meaningless. */
  readonly p50: number | null
  readonly p95: number | null
  readonly p99: number | null
  /** One row for each time; undefined if there were no calls at that time. */
  readonly rows: readonly (UsageRow | undefined)[]
}

const SECONDS: Readonly<Record<Bucket, number>> = { hour: 3_600, day: 86_400 }
const MS = 1_000

/** Returns the start of each hour or day in a period, in seconds. */
export function timesOf(from: number, to: number, bucket: Bucket): number[] {
  const step = SECONDS[bucket]
  const first = Math.floor(from / MS / step) * step
  const last = Math.floor(to / MS / step) * step
  return Array.from({ length: (last - first) / step + 1 }, (_, at) => first + at * step)
}

/** Groups the usage rows. The group with the most calls comes first. */
export function groupsOf(usage: readonly UsageRow[], times: readonly number[]): UsageGroup[] {
  const byGroup = new Map<string, Map<number, UsageRow>>()
  for (const row of usage) {
    const name = row.group ?? ''
    const rows = byGroup.get(name) ?? new Map<number, UsageRow>()
    rows.set(Date.parse(row.from) / MS, row)
    byGroup.set(name, rows)
  }
  return [...byGroup]
    .map(([group, byTime]) => {
      const own = [...byTime.values()]
      return {
        group,
        calls: sumOf(own.map(({ calls }) => calls)),
        errors: sumOf(own.map(({ errors }) => errors)),
        throttled: sumOf(own.map(({ throttled }) => throttled)),
        quotaRefused: sumOf(own.map(({ quotaRefused }) => quotaRefused)),
        p50: maxOf(own.map(({ p50 }) => p50)),
        p95: maxOf(own.map(({ p95 }) => p95)),
        p99: maxOf(own.map(({ p99 }) => p99)),
        rows: times.map((time) => byTime.get(time)),
      }
    })
    .sort((a, b) => b.calls - a.calls)
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

function maxOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : Math.max(...known)
}
