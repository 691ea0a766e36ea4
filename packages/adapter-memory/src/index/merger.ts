import type { RowBits } from './bits/row-bits.ts'
import type { KeyColumns } from './candidates/key-segment.ts'
import type { TermColumns } from './columns/term-columns.ts'
import type { Merged } from './segments/segment-set.ts'

/** Of a segment, what a merge reads. */
export interface MergePart<Columns> {
  readonly columns: Columns
  /** Rows, the dead among them. */
  readonly length: number
  /** As it is when the merge is asked for: what dies later is caught up with. */
  readonly dead: RowBits
}

/** Merges segments beside the thread that serves. A promise rejects when the merge was lost; nothing has changed then. */
export interface Merger {
  /** @returns Undefined for what is better merged by whoever asks. */
  keys(parts: readonly MergePart<KeyColumns>[]): Promise<Merged<KeyColumns>> | undefined
  /** @returns Undefined for what is better merged by whoever asks. */
  terms(parts: readonly MergePart<TermColumns>[]): Promise<Merged<TermColumns>> | undefined
}
