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
 * the time that has passed since. A thread that waited is asked for again, so that waiting does not count. Where only the
 * time of the process is known, what its other threads spend counts for no more than the time that has passed.
 *
 * @param now - Milliseconds of any beginning.
 */
export function cpuClock(now: () => number = () => performance.now(), readTime: () => CpuTime = readCpuTime): CpuClock {
  let sampledAt = Number.NEGATIVE_INFINITY
  let spentBefore: number | undefined
  let sample = 0
  return () => {
    const at = now()
    const passed = at - sampledAt
    if (passed < SAMPLE_MILLISECONDS) return sample + passed
    sampledAt = at
    const { user, system } = readTime()
    const spent = (user + system) / MICROSECONDS
    if (spentBefore !== undefined) sample += Math.min(spent - spentBefore, passed)
    spentBefore = spent
    return sample
  }
}
