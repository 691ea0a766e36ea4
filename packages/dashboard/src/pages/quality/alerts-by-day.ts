interface Dated {
  readonly status: string
  readonly detectedAt: string
}

/** Open and closed alerts per day, without gaps. */
export interface AlertDays {
  /** Start of each day, seconds since 1970. */
  readonly times: readonly number[]
  readonly open: readonly number[]
  readonly closed: readonly number[]
}

const DAY_SECONDS = 86_400
const MS = 1_000
const MIN_DAYS = 14
const MAX_DAYS = 366

export function alertsByDay(alerts: readonly Dated[]): AlertDays {
  const dayOf = (at: string): number => Math.floor(Date.parse(at) / MS / DAY_SECONDS) * DAY_SECONDS
  const days = alerts.map(({ detectedAt }) => dayOf(detectedAt))
  if (days.length === 0) return { times: [], open: [], closed: [] }
  const last = days.reduce((a, b) => Math.max(a, b))
  const first = Math.max(
    days.reduce((a, b) => Math.min(a, b), last - (MIN_DAYS - 1) * DAY_SECONDS),
    last - (MAX_DAYS - 1) * DAY_SECONDS,
  )
  const times = Array.from({ length: (last - first) / DAY_SECONDS + 1 }, (_, at) => first + at * DAY_SECONDS)
  const number = (isOpen: boolean): number[] => {
    const counts = new Map<number, number>()
    for (const [at, { status }] of alerts.entries()) {
      const day = days[at] as number
      if ((status === 'open') === isOpen) counts.set(day, (counts.get(day) ?? 0) + 1)
    }
    return times.map((time) => counts.get(time) ?? 0)
  }
  return { times, open: number(true), closed: number(false) }
}
