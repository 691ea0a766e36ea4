import type { KeyColumns, Merged, PartsToMerge, TermColumns } from '@utpid/adapter-memory/engine'

/** A request to merge segments. Columns are in shared memory. */
export type MergeRequest = { readonly number: number } & PartsToMerge

/** The result of a merge. */
export type MergeResponse = { readonly number: number } & (
  | { readonly merged: Merged<KeyColumns> | Merged<TermColumns> }
  | { readonly failed: string }
)
