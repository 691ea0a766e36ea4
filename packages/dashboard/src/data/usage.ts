import type { Answers } from '@utpid/client'
import { api } from './api/api.ts'
import { type Bucket, groupsOf, timesOf, type UsageGroup } from './usage-series.ts'

export interface UsageOverTime {
  /** Times in seconds since 1970, without gaps. */
  readonly times: readonly number[]
  readonly groups: readonly UsageGroup[]
  readonly quota: Answers['usage']['quota']
}

const MAX_HOURLY_DAYS = 3

/** Reads usage of the last days, by hour or day. @throws {UtpidError} */
export async function readUsage(
  { days, groupBy }: { readonly days: number; readonly groupBy?: 'endpoint' | 'key' | 'status' },
  signal: AbortSignal,
): Promise<UsageOverTime> {
  const bucket: Bucket = days <= MAX_HOURLY_DAYS ? 'hour' : 'day'
  const to = Date.now()
  const from = to - days * 86_400_000
  const { usage, quota } = await api.usage({ from: new Date(from).toISOString(), bucket, groupBy }, { signal })
  const times = timesOf(from, to, bucket)
  return { times, groups: groupsOf(usage, times), quota }
}
