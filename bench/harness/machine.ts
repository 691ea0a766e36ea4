import { cpus, loadavg, platform, release, totalmem } from 'node:os'

/** Describes the machine of the measurements: `2 x Intel(R) Xeon(R), 8 GB, linux 6.1`. */
export function machine(): string {
  const processors = cpus()
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const model = processors[0]?.model.replace(/\s+/g, ' ').trim() ?? 'unknown processor'
  return `${processors.length} x ${model}, ${gigabytes} GB, ${platform()} ${release()}`
}

/**
 * Returns the mean number of runnable processes in the last minute. Above the number of cores, timings are unreliable.
 */
export function load(): number {
  return Math.round((loadavg()[0] ?? 0) * 100) / 100
}
