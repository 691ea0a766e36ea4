/** A value that a rule took from a row, by the object or list that contains it. */
export interface TracedValue {
  readonly holder: object
  readonly key: string | number
  readonly target: string
  /** True if another path of the same rule gave the value of the target. */
  readonly isSpare: boolean
}

/** The values that rules took from one row. */
export interface Trace {
  readonly values: TracedValue[]
  /** Values that stand for no value. */
  readonly empty: TracedValue[]
  isSpare: boolean
}

/** One reading of a row. */
export interface Run {
  /** Keeps a value that no field can take, under the path of the value. */
  keep(path: string, value: unknown): void
  /** Undefined while importing: only the check of a recipe needs it. */
  readonly trace?: Trace
}
