/** Places of values above 0 between whole powers of ten. */
export interface LogScale {
  /** Powers of ten within it, with its ends. */
  readonly ticks: readonly number[]
  place(value: number): number
}

/**
 * @param from - Where the smallest power stands, in pixels.
 * @param to - Where the greatest does.
 */
export function logScale(values: readonly number[], from: number, to: number): LogScale {
  const least = Math.floor(Math.log10(Math.min(...values)))
  const most = Math.max(least + 1, Math.ceil(Math.log10(Math.max(...values))))
  return {
    ticks: Array.from({ length: most - least + 1 }, (_, at) => 10 ** (least + at)),
    place: (value) => Math.round((from + ((Math.log10(value) - least) / (most - least)) * (to - from)) * 10) / 10,
  }
}

/** `0.01 ms`, `20 ms`, `3 s`. */
export function timeText(milliseconds: number): string {
  if (milliseconds >= 1_000) return `${Number((milliseconds / 1_000).toPrecision(2))} s`
  return `${Number(milliseconds.toPrecision(2))} ms`
}
