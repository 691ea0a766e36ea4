import type { Bitset } from './bits/bitset.ts'
import type { KeyColumns } from './candidates/key-segment.ts'
import type { TermColumns } from './columns/term-columns.ts'
import type { Merged } from './segments/segment-set.ts'

/** The part of a segment that a merge reads. */
export interface MergePart<Columns> {
  readonly columns: Columns
  /** The number of rows, including deleted rows. */
  readonly length: number
  /** The rows that were deleted before the merge request. Later deletions are applied after the merge. */
  readonly deleted: Bitset
}

/** Merges segments in another thread. The promise rejects if the merge fails; the segments are then unchanged. */
export interface Merger {
  /** @returns undefined if the caller should merge the parts itself. */
  keys(parts: readonly MergePart<KeyColumns>[]): Promise<Merged<KeyColumns>> | undefined
  /** @returns undefined if the caller should merge the parts itself. */
  terms(parts: readonly MergePart<TermColumns>[]): Promise<Merged<TermColumns>> | undefined
}
