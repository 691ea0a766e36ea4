import type { KeyColumns, Merged, PartsToMerge, TermColumns } from '@utpid/adapter-memory/engine'

/** Request to merge segments. Columns are in shared memory. */
export type MergeRequest = { readonly number: number } & PartsToMerge

/** Result of a merge. */
export type MergeResponse = { readonly number: number } & (
  | { readonly merged: Merged<KeyColumns> | Merged<TermColumns> }
  | { readonly failed: string }
)
