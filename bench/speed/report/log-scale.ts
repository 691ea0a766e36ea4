/** Maps positive values to positions between powers of ten. */
export interface LogScale {
  /** Powers of ten in the range, including its ends. */
  readonly ticks: readonly number[]
  place(value: number): number
}

/**
 * @param from - Position of the smallest power, in pixels.
 * @param to - Position of the greatest power, in pixels.
 */
export function logScale(values: readonly number[], from: number, to: number): LogScale {
  const minExponent = Math.floor(Math.log10(Math.min(...values)))
  const maxExponent = Math.max(minExponent + 1, Math.ceil(Math.log10(Math.max(...values))))
  return {
    ticks: Array.from({ length: maxExponent - minExponent + 1 }, (_, at) => 10 ** (minExponent + at)),
    place: (value) =>
      Math.round((from + ((Math.log10(value) - minExponent) / (maxExponent - minExponent)) * (to - from)) * 10) / 10,
  }
}

/** Formats a time: `0.01 ms`, `20 ms`, `3 s`. */
export function timeText(milliseconds: number): string {
  if (milliseconds >= 1_000) return `${Number((milliseconds / 1_000).toPrecision(2))} s`
  return `${Number(milliseconds.toPrecision(2))} ms`
}
