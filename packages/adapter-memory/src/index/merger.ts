import type { Bitset } from './bits/bitset.ts'
import type { KeyColumns } from './candidates/key-segment.ts'
import type { TermColumns } from './columns/term-columns.ts'
import type { Merged } from './segments/segment-set.ts'

/** The part of a segment that a merge reads. */
export interface MergePart<Columns> {
  readonly columns: Columns
  /** Number of rows, including deleted rows. */
  readonly length: number
  /** Deleted rows at the request of the merge. Later deletions are applied afterwards. */
  readonly deleted: Bitset
}

/** Merges segments in another thread. A promise rejects if the merge failed; the segments are then unchanged. */
export interface Merger {
  /** @returns Undefined if the caller should merge the parts itself. */
  keys(parts: readonly MergePart<KeyColumns>[]): Promise<Merged<KeyColumns>> | undefined
  /** @returns Undefined if the caller should merge the parts itself. */
  terms(parts: readonly MergePart<TermColumns>[]): Promise<Merged<TermColumns>> | undefined
}
