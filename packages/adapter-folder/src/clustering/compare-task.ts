import type { Bytes, Integers, Numbers } from '@utpid/adapter-memory/engine'
import type { EdgeLists, FoundEdges } from './edge-lists.ts'
import type { RowComponents } from './row-components.ts'
import type { RowCopies } from './row-copies.ts'

/** Limit of row numbers, so that one number can hold a place and a row. */
export const ROWS_LIMIT: number = 2 ** 26

/** A task of comparing all rows of an index: for rows, classes or components `from` to `to - 1`. */
export type CompareTask =
  /**
   * Writes the place of each row, times {@link ROWS_LIMIT}, plus its number into `places`; infinity for a deleted row.
   * Writes the hash of its class of copies into `classes`; -1 for a deleted row.
   */
  | {
      readonly kind: 'places'
      readonly from: number
      readonly to: number
      readonly places: Numbers
      readonly classes: Numbers
    }
  /** Writes into `standing` which rows of the classes are copies, and 1 into `differs` for rows stored differently. */
  | {
      readonly kind: 'copies'
      readonly from: number
      readonly to: number
      readonly classes: RowComponents
      readonly copyStates: Bytes
      readonly differs: Bytes
    }
  /** Finds the edges of the rows at these positions of `order`. */
  | {
      readonly kind: 'edges'
      readonly from: number
      readonly to: number
      readonly order: Integers
      readonly copies: RowCopies
    }
  /** Writes 1 into `differs` for rows whose stored edges differ. All rows of a task are in one segment. */
  | {
      readonly kind: 'stored'
      readonly from: number
      readonly to: number
      readonly edges: EdgeLists
      readonly differs: Bytes
    }
  /** Writes the lowest row of its cluster into `groups` for each row of the components. */
  | {
      readonly kind: 'groups'
      readonly from: number
      readonly to: number
      readonly edges: EdgeLists
      readonly components: RowComponents
      readonly clusters: Integers
    }

/** Result of a task. */
export interface CompareResult {
  /** Only for tasks of kind `edges`. */
  readonly found?: FoundEdges
  /** Number of differing copies or edges, or of oversized components. */
  readonly count: number
}
