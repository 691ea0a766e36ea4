import type { KeyColumns } from '../engine/key-segment.ts'
import type { Merged } from '../engine/segment-set.ts'
import type { TermColumns } from '../engine/term-columns.ts'
import type { SegmentPart } from '../snapshot/index-parts.ts'

/** What the thread is to merge; columns lie in memory that both share. */
export type MergeWanted = { readonly number: number } & (
  | { readonly keys: readonly SegmentPart<KeyColumns>[] }
  | { readonly terms: readonly SegmentPart<TermColumns>[] }
)

/** What became of it. */
export type MergeSaid = { readonly number: number } & (
  | { readonly merged: Merged<KeyColumns> | Merged<TermColumns> }
  | { readonly failed: string }
)
