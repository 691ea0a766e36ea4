import type { RemovalCondition } from '../mapping/condition.ts'
import type { PathUse } from './path-tree.ts'
import type { Run } from './run.ts'

/** A code that belongs to a set of a concordance. */
export interface ConcordanceCode {
  readonly supplier: string
  readonly code: string
}

/** A set of codes that belong together, as one row of a source has it. */
export interface ConcordanceSet {
  readonly id: string
  readonly codes: readonly ConcordanceCode[]
}

/** A recipe that is ready to read rows: the layout of a supplier's format, and the fields that its paths fill. */
export interface Recipe {
  /** A slug. */
  readonly name: string
  readonly title: string
  /** Counts the changes of the recipe. */
  readonly version: number
  /** The address of the public page that the paths were read from. */
  readonly source: string
  readonly note: string | undefined
  /** The format of the source, such as `json`. Undefined: detected. */
  readonly format: string | undefined
  /** The element of the records in XML, or the list of records in JSON, which the reader finds. */
  readonly records: string | undefined
  /** The columns of a CSV without a header. */
  readonly columns: readonly string[] | undefined
  /** The supplier of the records, unless the import names one. */
  readonly supplier: string | undefined
  /** The conditions of rows that remove a record; empty if the format has none. */
  readonly removedWhen: readonly RemovalCondition[]
  /** The file of the recipe. */
  readonly file: Readonly<Record<string, unknown>>
  /** The paths that rules read, with the targets of the rules. Lists and their entries have one path. */
  readonly reads: readonly { readonly path: string; readonly targets: readonly string[] }[]
  /** Returns a row as a record. Values without a field are in `extra` under their paths. */
  toRecord(row: Record<string, unknown>): Record<string, unknown>
  /** Reads a row with a trace of the values that rules take. */
  toRecordWith(row: Record<string, unknown>, run: Run): Record<string, unknown>
  /** Returns the set of codes in a row, or undefined if the recipe or the row has none. */
  toSet(row: Record<string, unknown>, run?: Run): ConcordanceSet | undefined
  /** Returns the use of a path. Undefined: its values go to `extra`. */
  useOf(path: readonly string[]): PathUse | undefined
}
