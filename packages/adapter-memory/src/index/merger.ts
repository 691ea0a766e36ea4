import type { Bitset } from './bits/bitset.ts'
import type { KeyColumns } from './candidates/key-segment.ts'
import type { TermColumns } from './columns/term-columns.ts'
import type { Merged } from './segments/segment-set.ts'

/** The part of a segment that a merge reads. */
export interface MergePart<Columns> {
  readonly columns: Columns
  /** Number of rows, including deleted rows. */
  readonly length: number
  /** Rows that were deleted when the merge was requested. Later deletions are applied after the merge. */
  readonly deleted: Bitset
}

/** Merges segments in another thread. The promise rejects if the merge fails; the segments are then unchanged. */
export interface Merger {
  /** @returns Undefined if the caller should merge the parts itself. */
  keys(parts: readonly MergePart<KeyColumns>[]): Promise<Merged<KeyColumns>> | undefined
  /** @returns Undefined if the caller should merge the parts itself. */
  terms(parts: readonly MergePart<TermColumns>[]): Promise<Merged<TermColumns>> | undefined
}
