/** One line of a benchmark's table. */
export interface Row {
  /** Stable between runs: `registry.same-utpid`. */
  readonly id: string
  /** The label, for people. */
  readonly what: string
  /** Measured value; null if it could not be measured. */
  readonly value: number | null
  /** `fraction`, `s`, `ms`, `count`, ... */
  readonly unit: string
  /** The condition, such as `>= 0.8`; null for a figure without a bar. */
  readonly bar: string | null
  /** Whether the value meets the bar; null without a bar. */
  readonly holds: boolean | null
  /** The earlier run that measured this row, if single parts ran later without it. */
  readonly measured?: Measured
}

/** When, where and at which commit a row was measured. */
export interface Measured {
  readonly commit: string
  readonly machine: string
  /** ISO 8601. */
  readonly at: string
}

export type Bar = `${'>=' | '<=' | '='} ${number}`

/** A row as a part writes it, see {@link Row}. */
export type Figure = readonly [id: string, what: string, value: number | null, unit: string, bar?: Bar | undefined]

/** Creates the row of a figure. A missing value does not meet a bar. */
export function rowOf([id, what, value, unit, bar]: Figure): Row {
  if (bar === undefined) return { id, what, value, unit, bar: null, holds: null }
  const [relation, text] = bar.split(' ')
  const limit = Number(text)
  const holds =
    value !== null && (relation === '>=' ? value >= limit : relation === '<=' ? value <= limit : value === limit)
  return { id, what, value, unit, bar, holds }
}

/** Puts the figures below one id: `p50` of `match` becomes `match.p50`. */
export function below(id: string, figures: readonly Figure[]): Figure[] {
  return figures.map(([name, ...rest]): Figure => [`${id}.${name}`, ...rest])
}

/** Formats a count: `10,000`. */
export function count(value: number): string {
  return value.toLocaleString('en')
}
