import { setTimeout } from 'node:timers/promises'

/** Returns the quantile of a list (nearest rank); NaN for an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** Returns a function for the median of a figure over runs. */
export function overRuns<Run>(runs: readonly Run[]): (figure: (run: Run) => number) => number {
  return (figure) => median(runs.map(figure))
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

export function mean(values: readonly number[]): number {
  return sum(values) / values.length
}

/** The usual quantiles of times. */
export interface Spread {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

export function spread(times: readonly number[]): Spread {
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), max: quantile(times, 1) }
}

/** Returns the milliseconds of each call, one after another, with a pause between them. */
export async function timeEach<Item>(
  items: Iterable<Item>,
  call: (item: Item) => unknown | Promise<unknown>,
  pauseMs = 0,
): Promise<number[]> {
  const times: number[] = []
  for (const item of items) {
    const started = performance.now()
    await call(item)
    times.push(performance.now() - started)
    if (pauseMs > 0) await setTimeout(pauseMs)
  }
  return times
}

/** Waits for the due time of each call at a steady rate, and yields that time. A late call does not wait. */
export async function* paced(perSecond: number, isOn: (at: number) => boolean): AsyncGenerator<number, void> {
  const began = performance.now()
  for (let at = 0; isOn(at); at++) {
    const due = began + (at * 1_000) / perSecond
    const wait = due - performance.now()
    if (wait > 0) await setTimeout(wait)
    yield due
  }
}

/** Returns the seconds since a value of `performance.now()`. */
export function secondsSince(started: number): number {
  return (performance.now() - started) / 1_000
}

/** Returns the CPU seconds of this process so far, including its threads. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
