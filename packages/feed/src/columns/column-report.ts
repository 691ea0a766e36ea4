/** The way in which a column became a field. `removal`: a condition for removals reads it. */
export type ColumnSource = 'name' | 'value' | 'mapping' | 'recipe' | 'removal'

/** The target of a column that only marks the records to remove. Its values stay in `extra`. */
export const REMOVED_TARGET = 'removed'

/** The probable meaning of a column. */
export interface ColumnGuess {
  /** The kind of the values, such as `phone`, `date` or `price`. */
  readonly kind: string
  /** The field for such values; absent if no field takes them. */
  readonly target?: string
  /** The confidence, 0 to 1. */
  readonly confidence: number
}

/** A column or path of a feed, and the fields that it became. */
export interface ColumnUse {
  /** The name of a column; or names of nested members joined with dots, where a list ends in `[]`: `phones[].number`. */
  readonly path: string
  /** Rows in which the column has a value. */
  readonly filled: number
  /** Up to three distinct values as text, each cut to 80 characters. */
  readonly examples: readonly string[]
  /** The fields that the column became; empty if it was ignored. Its values are then in `extra`. */
  readonly targets: readonly string[]
  /** How the column became these fields; absent if it was ignored. */
  readonly by?: ColumnSource
  /** The reason why the recipe ignores values of the column that no rule takes. */
  readonly reason?: string
  /** Rows in which the value went to `extra`, for example because another column has the same field. */
  readonly kept: number
  /** The probable meaning of a column by its values. */
  readonly guess?: ColumnGuess
}

/** The columns and paths of a feed with their fields. */
export interface ColumnReport {
  /** Rows that were read. */
  readonly rows: number
  /** The columns with a value in any row, at most 2,000. */
  readonly columns: readonly ColumnUse[]
  /** Further paths that are not in the list; at most 10,000 of them are counted. */
  readonly more: number
  /** Fields with a constant value in every record. */
  readonly constants: readonly { readonly target: string; readonly value: string }[]
}

/** Returns the columns with a value that no field took. */
export function ignoredColumns(report: ColumnReport): ColumnUse[] {
  return report.columns.filter(({ targets, reason }) => targets.length === 0 && reason === undefined)
}

/** An ignored column, as the summary of an import stores it. */
export interface IgnoredSource {
  readonly column: string
  /** The share of rows with a value, 0 to 1. */
  readonly filled: number
  /** The field for such values, if there is a guess. */
  readonly guess?: string
}

/** The number of ignored columns in a summary. */
const MAX_IGNORED_SOURCES = 50

/** Returns the ignored columns with the most values, most filled first. */
export function ignoredSources(report: ColumnReport): IgnoredSource[] {
  if (report.rows === 0) return []
  return ignoredColumns(report)
    .toSorted((a, b) => b.filled - a.filled)
    .slice(0, MAX_IGNORED_SOURCES)
    .map(({ path, filled, guess }) => ({
      column: path,
      filled: Math.min(1, Math.round((filled / report.rows) * 10_000) / 10_000),
      ...(guess?.target === undefined ? {} : { guess: guess.target }),
    }))
}

/** Returns whether any column or constant of a feed became a field or one of its members: `location.coordinates`. */
export function fillsTarget({ columns, constants }: ColumnReport, target: string): boolean {
  const fits = (each: string): boolean => each === target || each.startsWith(`${target}.`)
  return columns.some(({ targets }) => targets.some(fits)) || constants.some((each) => fits(each.target))
}
