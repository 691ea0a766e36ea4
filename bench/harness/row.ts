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
  /** The condition, such as `>= 0.80`; null for a figure without a bar. */
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

type Relation = '>=' | '<=' | '='

/** Creates a row with a bar. A missing value does not meet the bar. */
export function barRow(
  id: string,
  what: string,
  value: number | null,
  unit: string,
  bar: readonly [Relation, number],
): Row {
  const [relation, limit] = bar
  const holds =
    value !== null && (relation === '>=' ? value >= limit : relation === '<=' ? value <= limit : value === limit)
  return { id, what, value, unit, bar: `${relation} ${limit}`, holds }
}

/** Creates a row without a bar. */
export function plainRow(id: string, what: string, value: number | null, unit: string): Row {
  return { id, what, value, unit, bar: null, holds: null }
}
