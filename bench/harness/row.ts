/** One line of a benchmark's table. */
export interface Row {
  /** Stable from run to run: `registry.same-utpid`. */
  readonly id: string
  /** For people. */
  readonly what: string
  /** Null when it could not be measured. */
  readonly value: number | null
  /** `fraction`, `s`, `ms`, `count`, ... */
  readonly unit: string
  /** What must hold, for example `>= 0.80`; null for a figure that is only shown. */
  readonly bar: string | null
  /** Null without a bar. */
  readonly holds: boolean | null
  /** Of a row in a result of single parts that comes from an earlier run: that run. */
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

/** A figure that must hold a bar. A value that could not be measured does not hold it. */
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

/** A figure that is only shown. */
export function plainRow(id: string, what: string, value: number | null, unit: string): Row {
  return { id, what, value, unit, bar: null, holds: null }
}
