import { cpuUsage } from 'node:process'

/** Milliseconds of CPU time since some moment. */
export type CpuClock = () => number

const SAMPLE_MILLISECONDS = 10
const MICROSECONDS = 1_000

interface CpuTime {
  readonly user: number
  readonly system: number
}

/** Of this thread where Node.js can tell (22.19 and later), else of the process. */
const readCpuTime: () => CpuTime =
  (process as { threadCpuUsage?: () => CpuTime }).threadCpuUsage?.bind(process) ?? (() => cpuUsage())

/**
 * A clock of CPU time that is cheap enough to be read for each record: it asks the system every 10 ms at most, and adds
 * the time that has passed since. A thread that waited is asked for again, so that waiting does not count.
 */
export function cpuClock(): CpuClock {
  let sampledAt = Number.NEGATIVE_INFINITY
  let sample = 0
  return () => {
    const now = performance.now()
    if (now - sampledAt < SAMPLE_MILLISECONDS) return sample + (now - sampledAt)
    sampledAt = now
    const { user, system } = readCpuTime()
    sample = (user + system) / MICROSECONDS
    return sample
  }
}
