import type { Bytes, Integers, Numbers } from '@utpid/adapter-memory/engine'
import type { EdgeLists, FoundEdges } from './edge-lists.ts'
import type { RowComponents } from './row-components.ts'
import type { RowCopies } from './row-copies.ts'

/** Rows are numbered below this, so that a number has place for one beside a place. */
export const ROWS_LIMIT: number = 2 ** 26

/** A piece of comparing all rows of an index anew: it is about rows, classes or components `from` to `to - 1`. */
export type CompareTask =
  /**
   * Puts the place of each row, times {@link ROWS_LIMIT}, plus its number into `places`, infinity for a dead one, and the hash
   * of its class of copies into `classes`, -1 for a dead one.
   */
  | {
      readonly kind: 'places'
      readonly from: number
      readonly to: number
      readonly places: Numbers
      readonly classes: Numbers
    }
  /** Puts into `standing` which rows of the classes are copies, and 1 into `differs` for those that are stored otherwise. */
  | {
      readonly kind: 'copies'
      readonly from: number
      readonly to: number
      readonly classes: RowComponents
      readonly standing: Bytes
      readonly differs: Bytes
    }
  /** Finds the edges of the rows that stand there in `order`. */
  | {
      readonly kind: 'edges'
      readonly from: number
      readonly to: number
      readonly order: Integers
      readonly copies: RowCopies
    }
  /** Puts 1 into `differs` for rows whose edges are stored otherwise; all rows of one task lie in one segment. */
  | {
      readonly kind: 'stored'
      readonly from: number
      readonly to: number
      readonly edges: EdgeLists
      readonly differs: Bytes
    }
  /** Puts the lowest row of its group into `groups` for each row of the components. */
  | {
      readonly kind: 'groups'
      readonly from: number
      readonly to: number
      readonly edges: EdgeLists
      readonly components: RowComponents
      readonly groups: Integers
    }

/** What came of it. */
export interface CompareAnswer {
  /** Of a task for edges. */
  readonly found?: FoundEdges
  /** How many copies or edges are stored otherwise, or too large components were met. */
  readonly count: number
}
