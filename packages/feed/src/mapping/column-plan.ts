import type { KeyMeaning } from './resolve-key.ts'

/** The meanings of the columns of one feed that differ from the meanings of their names. */
export interface ColumnPlan {
  /** The meanings by path: a column, or the members of nested objects joined with dots. */
  readonly meanings: ReadonlyMap<string, KeyMeaning>
  /** The paths of nested objects whose members are read like columns. */
  readonly opened: ReadonlySet<string>
}

/** The plan of a feed for {@link toRecord}, and the listener for values without a field. */
export interface RowReading {
  readonly plan?: ColumnPlan | undefined
  /** A function that is called with the path of each value that goes to `extra` because no field takes it. */
  readonly onKept?: ((path: string) => void) | undefined
}
