import { cpuUsage } from 'node:process'

/** Returns CPU time in milliseconds since an arbitrary time. */
export type CpuClock = () => number

const SAMPLE_MILLISECONDS = 10
const MICROSECONDS = 1_000

interface CpuTime {
  readonly user: number
  readonly system: number
}

/** Reads the CPU time of this thread where Node.js supports it (22.19 and later), else of the process. */
const readCpuTime: () => CpuTime =
  (process as { threadCpuUsage?: () => CpuTime }).threadCpuUsage?.bind(process) ?? (() => cpuUsage())

/**
 * Returns a clock of CPU time that is cheap enough to read for each record. The clock asks the system at most every 10
 * ms; between these times, it adds wall-clock time. After a longer pause it asks the system, so waiting does not count.
 * If only the CPU time of the process is known, other threads can add time, but the total never grows faster than
 * wall-clock time.
 *
 * @param now - Wall-clock time in milliseconds, from an arbitrary start.
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
