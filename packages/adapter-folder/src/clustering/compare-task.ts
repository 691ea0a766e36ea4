import type { Bytes, Integers, Numbers } from '@utpid/adapter-memory/engine'
import type { EdgeLists, FoundEdges } from './edge-lists.ts'
import type { RowComponents } from './row-components.ts'
import type { RowCopies } from './row-copies.ts'

/** The limit of row numbers. It allows one number to combine a spatial position and a row number. */
export const ROWS_LIMIT: number = 2 ** 26

/** A task of comparing all rows of an index. It covers the rows, classes or components `from` to `to - 1`. */
export type CompareTask =
  /**
   * Writes into `places` for each row: its spatial position times {@link ROWS_LIMIT}, plus its number; infinity for a
   * deleted row. Writes into `classes` for each row: the hash of its class of copies; -1 for a deleted row.
   */
  | {
      readonly kind: 'places'
      readonly from: number
      readonly to: number
      readonly places: Numbers
      readonly classes: Numbers
    }
  /**
   * Writes into `standing` the copy state of the rows of the classes, and 1 into `differs` if the stored state differs.
   */
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
  /** Writes into `groups` for each row of the components: the lowest row of its cluster. */
  | {
      readonly kind: 'groups'
      readonly from: number
      readonly to: number
      readonly edges: EdgeLists
      readonly components: RowComponents
      readonly clusters: Integers
    }

/** The result of a task. */
export interface CompareResult {
  /** Present only for tasks of kind `edges`. */
  readonly found?: FoundEdges
  /** The number of differing copies, differing edges or oversized components. */
  readonly count: number
}
